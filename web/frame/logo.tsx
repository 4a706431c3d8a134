import icon from './icon.svg'

export function Logo({ size = 28 }: { size?: number }) {
  return <img src={icon} alt="" width={size} height={size} className="il-logo" />
}
