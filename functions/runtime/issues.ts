export { issuesOf } from '../../shared/schema-issues.ts'
