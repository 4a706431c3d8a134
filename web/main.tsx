import './frame/csp.ts'
import '@cloudscape-design/global-styles/index.css'
import './frame/fonts.css'
import './frame/tokens.css'
import './frame/frame.css'
import './frame/overlays.css'
import './ui/ui.css'
import { createRoot } from 'react-dom/client'
import { isAbort, isApiError } from './api/api-error.ts'
import { loadConfig } from './api/config.ts'
import { isReachable, watchConnection } from './api/connection.ts'
import { watchStyles } from './api/load-script.ts'
import { askReferenceEarly } from './api/reference.ts'
import { makeSessionStore } from './api/session-store.ts'
import type { Sso } from './api/sso.ts'
import { App } from './app.tsx'
import { startAppearance } from './frame/appearance.ts'
import { loadChunk, mayReload } from './frame/chunk-error.ts'
import { logClientError } from './frame/client-log.ts'
import { OfflinePage } from './frame/maintenance.tsx'
import { connectErrors } from './frame/notify.ts'
import { hasUnsaved } from './frame/unsaved.tsx'
import { cloudscapeTexts } from './texts/cloudscape.ts'
import { initialLocale, startTexts } from './texts/texts.ts'
import { setTimeZone } from './ui/date-text.ts'
import { loadPartsBy } from './ui/late-part.ts'

addEventListener('error', (event) => logClientError(event.error ?? event.message))
addEventListener('unhandledrejection', (event) => {
  const reason: unknown = event.reason
  // The dialog has told it, or the person left: nobody need hear of it again.
  if ((isApiError(reason) && reason.isTold) || isAbort(reason)) event.preventDefault()
  else logClientError(reason)
})
/** Milliseconds in which a screen whose script failed has its own address, and reloads there. */
const ownReloadMs = 1000
/** A style or script of an older build is gone after a deployment; without a connection the page stays. */
addEventListener('vite:preloadError', () => {
  const reload = () => !hasUnsaved() && mayReload() && location.reload()
  void isReachable().then((isThere) => isThere && setTimeout(reload, ownReloadMs))
})

startAppearance()
connectErrors()
watchConnection()
watchStyles()
loadPartsBy(loadChunk)

const config = loadConfig()
let sso: Promise<Sso> | undefined
const getSso = () => {
  sso ??= Promise.all([config, loadChunk(() => import('./api/sso.ts'))]).then(([settings, { makeSso }]) =>
    makeSso(settings),
  )
  return sso
}
const store = makeSessionStore(getSso, {
  onFirstToken: askReferenceEarly,
  async onSignedOut() {
    const isThere = await isReachable()
    if (isThere) location.reload()
    return isThere
  },
})

const root = createRoot(document.getElementById('root')!)
const texts = startTexts(initialLocale())
// What the first screen waits for one after the other is asked for at once; who asks for it later finds it there.
void cloudscapeTexts(initialLocale()).catch(() => undefined)
void config.then(store.start, () => undefined)
Promise.all([config, texts]).then(
  ([settings]) => {
    setTimeZone(settings.timeZone)
    root.render(<App config={settings} store={store} />)
  },
  async (error: unknown) => {
    logClientError(error)
    await texts
    root.render(<OfflinePage />)
  },
)
