export { donePath } from './redirect-form.tsx'
export { SignInForm } from './sign-in-form.tsx'
export { SignInScreen } from './sign-in-screen.tsx'
