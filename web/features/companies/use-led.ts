/** Says why another company is shown than the one that was asked for. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { companyHref } from '../../frame/links.ts'
import { notify } from '../../frame/notify.ts'
import { useTexts } from '../../texts/texts.ts'

/** `led`: the company that was merged into this one. */
export function useLed(led: { id: string; name: string } | undefined, name: string): void {
  const t = useTexts('companies')
  const navigate = useNavigate()
  useEffect(() => {
    if (!led) return
    notify.info({
      id: `led:company:${led.id}`,
      text: t('merge.led', { goes: led.name, stays: name }),
      action: { label: t('merge.showMerged'), run: () => void navigate(`${companyHref(led.id)}?merged=1`) },
    })
  }, [led, name, t, navigate])
}
