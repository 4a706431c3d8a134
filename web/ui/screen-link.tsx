import Link, { type LinkProps } from '@cloudscape-design/components/link'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

/** A link to a screen of the app, followed without loading it anew. */
export function ScreenLink({
  href,
  onFollow,
  children,
  ...looks
}: {
  href: string
  onFollow?: () => void
  children: ReactNode
} & Pick<LinkProps, 'variant' | 'fontSize'>) {
  const navigate = useNavigate()
  return (
    <Link
      {...looks}
      href={href}
      onFollow={(event) => {
        event.preventDefault()
        onFollow?.()
        void navigate(href)
      }}
    >
      {children}
    </Link>
  )
}
