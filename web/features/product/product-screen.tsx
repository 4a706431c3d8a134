import { PageSkeleton } from '../../ui/skeleton.tsx'

/** Stands here until the product page is joined together. */
export function ProductScreen() {
  return <PageSkeleton />
}
