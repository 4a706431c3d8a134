import { PageSkeleton } from '../../ui/skeleton.tsx'

/** Stands here until the company page is joined together. */
export function CompanyScreen() {
  return <PageSkeleton />
}
