import Icon, { type IconProps } from '@cloudscape-design/components/icon'
import Spinner from '@cloudscape-design/components/spinner'
import type { NoticeKind } from './notify.ts'

const icons: Record<Exclude<NoticeKind, 'progress'>, [IconProps.Name, IconProps.Variant]> = {
  success: ['status-positive', 'success'],
  error: ['status-negative', 'error'],
  warning: ['status-warning', 'warning'],
  info: ['status-info', 'link'],
}

/** What kind of notice it is; in the colour of the kind, or of the text beside it. */
export function NoticeIcon({ kind, isColoured = false }: { kind: NoticeKind; isColoured?: boolean }) {
  if (kind === 'progress') return <Spinner />
  const [name, variant] = icons[kind]
  return <Icon name={name} variant={isColoured ? variant : 'normal'} />
}
