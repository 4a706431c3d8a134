import Link from '@cloudscape-design/components/link'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

/** A link to a page of the app, followed without loading it anew. */
export function ProductLink({
  href,
  onFollow,
  children,
}: {
  href: string
  onFollow?: () => void
  children: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <Link
      href={href}
      onFollow={(event) => {
        event.preventDefault()
        onFollow?.()
        navigate(href)
      }}
    >
      {children}
    </Link>
  )
}
