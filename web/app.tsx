/** Joins routes, session, texts and frame. The only place that knows both the frame and the features it shows. */
import { I18nProvider, type I18nProviderProps } from '@cloudscape-design/components/i18n'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { checkPath, signedOutPath, signInPath } from '../shared/constants.ts'
import type { RuntimeConfig } from '../shared/model/runtime-config.ts'
import { SessionProvider, useSession } from './api/session.tsx'
import type { SessionStore } from './api/session-store.ts'
import { HomeScreen } from './features/home/index.ts'
import { donePath, SignInForm, SignInScreen } from './features/sign-in/index.ts'
import { setAppearance } from './frame/appearance.ts'
import { loadChunk } from './frame/chunk-error.ts'
import { reportClient } from './frame/client-log.ts'
import { DialogHost } from './frame/dialog-host.tsx'
import { ErrorBoundary, RouteError } from './frame/error-page.tsx'
import { ExpiredDialog } from './frame/expired.tsx'
import { Frame, type OwnDrawer } from './frame/frame.tsx'
import { Guard } from './frame/guard.tsx'
import { MaintenancePage } from './frame/maintenance.tsx'
import { Toasts } from './frame/toasts.tsx'
import { appRoutes } from './routes.tsx'
import { cloudscapeTexts } from './texts/cloudscape.ts'
import { changeLocale, languageTag, loadTexts, useLocale } from './texts/texts.ts'
import { latePart } from './ui/late-part.ts'
import { FieldLanguages, fieldLanguagesOf } from './ui/localized.tsx'
import { PageSkeleton } from './ui/skeleton.tsx'

const SettingsPanel = latePart(() => import('./features/settings/index.ts').then((m) => m.SettingsPanel))
const SignInPanel = latePart(() => import('./features/sign-in/own-panel.tsx').then((m) => m.SignInPanel))

const loadCheck = () => import('./features/check/check-screen.tsx').then((m) => m.CheckScreen)

function ownDrawersOf({ signIn }: RuntimeConfig): OwnDrawer[] {
  const settings: OwnDrawer = { id: 'settings', icon: 'settings', content: <SettingsPanel /> }
  if (signIn.kind !== 'password') return [settings]
  return [
    settings,
    { id: 'signIn', icon: 'lock-private', content: <SignInPanel secondFactor={signIn.secondFactor} /> },
  ]
}

type Outside = ComponentType<{ config: RuntimeConfig }>
/** A screen outside of the frame that comes when somebody goes there: nobody who works sees it. */
const outsideRoute = (load: () => Promise<Outside>, texts: readonly string[], config: RuntimeConfig) => ({
  errorElement: <RouteError />,
  HydrateFallback: PageSkeleton,
  lazy: async () => {
    const [Screen] = await Promise.all([loadChunk(load), ...texts.map(loadTexts)])
    return { element: <Screen config={config} /> }
  },
})
const loadEnd = (name: 'DoneScreen' | 'SignedOutScreen') => () =>
  import('./features/sign-in/end-screens.tsx').then((m) => m[name])

function routesOf(config: RuntimeConfig): RouteObject[] {
  return [
    {
      path: signInPath,
      element: <SignInScreen config={config} />,
      errorElement: <RouteError />,
    },
    { path: donePath, ...outsideRoute(loadEnd('DoneScreen'), ['sign-in'], config) },
    {
      // Whoever has a printed confirmation comes here, and has no account.
      path: `${checkPath}/:number`,
      ...outsideRoute(loadCheck, ['check', 'confirmations', 'sign-in'], config),
    },
    { path: signedOutPath, ...outsideRoute(loadEnd('SignedOutScreen'), ['sign-in'], config) },
    {
      element: <Frame config={config} routes={appRoutes} ownDrawers={ownDrawersOf(config)} />,
      errorElement: <RouteError />,
      HydrateFallback: PageSkeleton,
      children: [
        ...appRoutes.map(
          (route): RouteObject => ({
            path: route.path,
            id: route.name,
            errorElement: <RouteError />,
            lazy: async () => {
              const [Screen] = await Promise.all([loadChunk(route.lazy), loadTexts(route.texts)])
              return {
                element: (
                  <Guard permission={route.permission} home={<HomeScreen />}>
                    <Screen />
                  </Guard>
                ),
              }
            },
          }),
        ),
        {
          path: '*',
          element: (
            <Guard permission="registered" home={null}>
              <HomeScreen isUnknown />
            </Guard>
          ),
        },
      ],
    },
  ]
}

/** Language and looks follow the account's settings once they are known. */
function FollowSettings({ children }: { children: ReactNode }) {
  const { state, account, userData, updateSettings } = useSession()
  const { locale } = useLocale()
  const accountId = account?.id
  const language = userData.selectedUiLanguage
  const { appearance, userLanguagesForMultiLangFields: languages } = userData
  const fieldLanguages = useMemo(() => fieldLanguagesOf(locale, languages), [locale, languages])
  useEffect(() => {
    if (accountId && language) void changeLocale(language)
  }, [accountId, language])
  // A first sign-in takes the language that was chosen for it along, to every other machine.
  const isFirst = accountId !== undefined && language === undefined
  useEffect(() => {
    // Nobody waits for it: without an answer it is tried again next time.
    if (isFirst)
      updateSettings({ selectedUiLanguage: locale }, { quiet: true, background: true }).catch(() => {})
  }, [isFirst, locale, updateSettings])
  useEffect(() => {
    if (accountId && appearance) setAppearance(appearance)
  }, [accountId, appearance])
  useEffect(() => {
    if (state === 'signed-in') reportClient()
  }, [state])
  return <FieldLanguages value={fieldLanguages}>{children}</FieldLanguages>
}

function CloudscapeTexts({ children }: { children: ReactNode }) {
  const { locale } = useLocale()
  const [loaded, setLoaded] = useState<{ locale: string; messages: I18nProviderProps.Messages[] }>()
  useEffect(() => {
    let isCurrent = true
    void cloudscapeTexts(locale).then((messages) => isCurrent && setLoaded({ locale, messages }))
    return () => {
      isCurrent = false
    }
  }, [locale])
  // The first paint waits for them; a change of language swaps them when they are there.
  if (!loaded) return null
  return (
    <I18nProvider locale={languageTag(loaded.locale)} messages={loaded.messages}>
      {children}
    </I18nProvider>
  )
}

function Content({ config, store }: { config: RuntimeConfig; store: SessionStore }) {
  const { state } = useSession()
  const router = useMemo(() => createBrowserRouter(routesOf(config)), [config])
  return (
    <>
      {state === 'maintenance' && <MaintenancePage onCheck={store.checkMaintenance} />}
      {/* The page stays underneath, so that nothing typed is lost. */}
      <div hidden={state === 'maintenance'}>
        <RouterProvider router={router} />
        <DialogHost />
        <ExpiredDialog signInForm={<SignInForm config={config} />} />
        <Toasts />
      </div>
    </>
  )
}

export function App({ config, store }: { config: RuntimeConfig; store: SessionStore }) {
  return (
    <SWRConfig value={{ revalidateOnReconnect: false }}>
      <Suspense fallback={null}>
        <CloudscapeTexts>
          <ErrorBoundary>
            <SessionProvider store={store}>
              <FollowSettings>
                <Content config={config} store={store} />
              </FollowSettings>
            </SessionProvider>
          </ErrorBoundary>
        </CloudscapeTexts>
      </Suspense>
    </SWRConfig>
  )
}
