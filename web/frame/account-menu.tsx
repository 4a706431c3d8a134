/** Who is signed in, and as whom to go on. Asks about unsaved changes before anything is left. */
import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown'
import { useReference } from '../api/reference.ts'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/texts.ts'
import { useTitle } from '../ui/localized.tsx'
import { settleUnsaved } from './unsaved.tsx'

const shownInstitutions = 2

interface AccountMenuProps {
  accountUrl: string | undefined
  /** Opens what one may change about the own sign-in; absent where that is not kept here. */
  onSignIn: (() => void) | undefined
}

export function AccountMenu({ accountUrl, onSignIn }: AccountMenuProps) {
  const { account, accounts, switchAccount, signOut } = useSession()
  const t = useTexts('frame')
  const { institutions } = useReference()
  const title = useTitle()
  if (!account) return null
  // The session knows institutions by one title; in the reader's language they are reference data.
  const nameOf = ({ id, title: known }: { id: string; title: string }) => {
    const found = institutions.get(id)
    return found ? title(found.data.title) : known
  }
  const detail = (a: { role: string; institutions: { id: string; title: string }[] }) =>
    [
      t(`roles.${a.role}`),
      // More than can be read in the bar are counted.
      ...(a.institutions.length > shownInstitutions
        ? [t('account.institutions', { count: a.institutions.length })]
        : a.institutions.map(nameOf)),
    ].join(' · ')
  const choices: ButtonDropdownProps.ItemOrGroup[] =
    accounts.length > 1
      ? [
          {
            id: 'accounts',
            text: t('account.switch'),
            items: accounts.map((a) => ({
              id: `account:${a.id}`,
              itemType: 'checkbox' as const,
              text: a.fullname,
              secondaryText: detail(a),
              checked: a.id === account.id,
            })),
          },
        ]
      : []
  const manage: ButtonDropdownProps.Item = {
    id: 'manage',
    text: t('account.manage'),
    external: true,
    ...(accountUrl ? { href: accountUrl } : {}),
  }
  return (
    <div className="il-account-menu">
      <ButtonDropdown
        variant="normal"
        expandToViewport
        items={[
          ...choices,
          ...(accountUrl ? [manage] : []),
          ...(onSignIn
            ? [{ id: 'sign-in', text: t('signIn.title'), iconName: 'lock-private' as const }]
            : []),
          { id: 'sign-out', text: t('account.signOut'), iconName: 'sign-out' as const },
        ]}
        onItemClick={({ detail: { id } }) => {
          if (id === 'sign-in') return onSignIn?.()
          if (id === 'manage' || id === `account:${account.id}`) return
          void settleUnsaved().then(async (mayGo) => {
            if (!mayGo) return
            if (id === 'sign-out') await signOut()
            else await switchAccount(id.slice('account:'.length)).catch(() => undefined)
          })
        }}
      >
        <span className="il-account">
          {/* Not as a label: the button is called by the words that are seen on it. */}
          <span className="il-hidden">{t('account.menu')} </span>
          <span className="il-account-name">{account.fullname}</span>{' '}
          <span className="il-account-detail">{detail(account)}</span>
        </span>
      </ButtonDropdown>
    </div>
  )
}
