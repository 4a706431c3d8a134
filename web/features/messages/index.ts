/** Both screens in one file: what they share with others would else be cut smaller, also for the first screen of the app. */
export { MessagingDetailScreen } from './detail-screen.tsx'
export { MessageCentreScreen } from './list-screen.tsx'
