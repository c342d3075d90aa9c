import { Button, Dialog, PageContainer, StateMessage, StyleScope } from '@offquad/ui'
import { type SlotContract, slotId } from '@offquad/contracts'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { type Static, type TSchema } from 'typebox'
import { ErrorBoundary } from '../error-boundary'
import { isOffline } from '../is-offline'
import { appOfRemote } from '../page-data'
import { reportRemote, reportThrown } from '../telemetry/page-reports'
import { useIsHydrating } from '../use-is-hydrating'
import { loadedRemote, loadRemoteDefinition, RemoteLoadError, useReplacementCount } from './load-remote'
import { type RemoteDefinition } from './remote-definition'

interface RemoteContentProps {
  remote: string
  /** Path of the page whose code is needed. */
  page?: string
  /** Name of the content in the message that replaces it when it fails: 'Reviews'. */
  label: string
  /** Shown while it loads: a skeleton in the shape of the content. */
  fallback: ReactNode
  /** Whether it is the whole content of the page. */
  isPage?: boolean
  /** Shows nothing when it fails, for small extras. */
  isExtra?: boolean
  /** Closes the content if it is a dialog, as is the message that replaces it. */
  onClose?: () => void
  children: (definition: RemoteDefinition) => ReactNode
}

/** Renders content of a remote. When it fails to load or throws, only this part of the page is replaced by a message. */
export function RemoteContent({
  remote,
  page,
  label,
  fallback,
  isPage = false,
  isExtra = false,
  onClose,
  children,
}: RemoteContentProps) {
  const [attempt, setAttempt] = useState(0)
  const onRetry = useCallback(() => setAttempt((count) => count + 1), [])
  const replacement = useReplacementCount(remote)
  useEffect(() => {
    const app = appOfRemote(remote)
    if (app) reportRemote(app, 'view')
  }, [remote])
  const placeholder = <Placeholder remote={remote}>{fallback}</Placeholder>
  const shown = { remote, label, isPage, isExtra, onClose, onRetry }
  const failure = <Unavailable {...shown} />
  return (
    <ErrorBoundary
      key={`${remote} ${attempt} ${replacement}`}
      failure={failure}
      // The loader reports remotes that cannot be loaded.
      onError={(error) => {
        if (!(error instanceof RemoteLoadError)) reportThrown(error, appOfRemote(remote))
      }}
    >
      {/* The browser renders content that fails on the server; the rest of the page is not affected. */}
      <Suspense fallback={placeholder}>
        <Loaded {...{ remote, page, isPage, placeholder, failure }}>{children}</Loaded>
      </Suspense>
    </ErrorBoundary>
  )
}

/** Content that is not shown after this time, in milliseconds, has failed. */
const SHOWN_WITHIN_MS = 10_000

function useReportNothing(remote: string, showsNothing: () => boolean): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const app = appOfRemote(remote)
      // Browsers slow down hidden pages.
      if (app && document.visibilityState === 'visible' && showsNothing())
        reportRemote(app, 'load-failure', `It shows nothing after ${SHOWN_WITHIN_MS / 1000} s.`)
    }, SHOWN_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [remote, showsNothing])
}

const always = () => true
const never = () => false

/** Whether a loaded page has neither text nor pictures nor anything that is still loading. */
function isBlankPage(): boolean {
  const main = document.querySelector('main')
  return (
    !!main && !main.textContent.trim() && !main.querySelector('img, svg, canvas, video, [aria-busy=true]')
  )
}

function Placeholder({ remote, children }: { remote: string; children: ReactNode }) {
  useReportNothing(remote, always)
  return (
    <div aria-busy="true" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

interface LoadedProps extends Pick<RemoteContentProps, 'remote' | 'page' | 'isPage' | 'children'> {
  placeholder: ReactNode
  failure: ReactNode
}

function Loaded(props: LoadedProps) {
  const [definition] = useState(() => loadedRemote(props.remote, props.page))
  // Not within `Awaited`, which renders again after hydration together with all of its content.
  return definition ? <Scoped {...props} definition={definition} /> : <Awaited {...props} />
}

function Scoped({ remote, isPage, children, definition }: LoadedProps & { definition: RemoteDefinition }) {
  useReportNothing(remote, isPage ? isBlankPage : never)
  return <StyleScope app={appOfRemote(remote)?.app ?? `mfe-${remote}`}>{children(definition)}</StyleScope>
}

function Awaited(props: LoadedProps) {
  const { remote, page, placeholder, failure } = props
  const isHydrating = useIsHydrating()
  const [definition, setDefinition] = useState(() => loadedRemote(remote, page))
  const [hasFailed, setHasFailed] = useState(() => failedHydrations.has(remote))
  if (!definition && typeof document === 'undefined') throw new RemoteLoadError(remote, 'no server part')
  if (!definition && isHydrating) {
    // Makes React render this part again on the client.
    if (hasFailed) throw new RemoteLoadError(remote, 'it could not be loaded')
    // Keeps the server's HTML until the remote is loaded. Not `use`, which must not be called conditionally.
    throw loadForHydration(remote, page)
  }
  useEffect(() => void failedHydrations.delete(remote), [remote])
  useEffect(() => {
    if (definition || hasFailed) return
    let isCurrent = true
    loadRemoteDefinition(remote, page).then(
      (value) => isCurrent && setDefinition(value),
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [remote, page, definition, hasFailed])
  if (hasFailed) return failure
  return definition ? <Scoped {...props} definition={definition} /> : placeholder
}

/** The remotes whose hydration failed, until their message is shown: loading them again would only delay it. */
const failedHydrations = new Set<string>()

function loadForHydration(remote: string, page: string | undefined): Promise<RemoteDefinition> {
  const loading = loadRemoteDefinition(remote, page)
  loading.catch(() => failedHydrations.add(remote))
  return loading
}

interface UnavailableProps extends Pick<RemoteContentProps, 'remote' | 'label' | 'onClose'> {
  isPage: boolean
  isExtra: boolean
  onRetry: () => void
}

/** The missing parts of the page: retrying one part of a remote retries its others, too. */
const missing = new Set<Pick<UnavailableProps, 'remote' | 'onRetry'>>()

function Unavailable({ remote, label, isPage, isExtra, onClose, onRetry }: UnavailableProps) {
  useEffect(() => {
    const part = { remote, onRetry }
    missing.add(part)
    window.addEventListener('online', onRetry)
    return () => {
      missing.delete(part)
      window.removeEventListener('online', onRetry)
    }
  }, [remote, onRetry])
  if (isExtra) return null
  const retryAll = () =>
    [...missing].filter((part) => part.remote === remote).forEach((part) => part.onRetry())
  const message = (
    <StateMessage
      heading={isPage ? 'h1' : undefined}
      title={`${label} cannot be shown right now.`}
      detail={
        isOffline()
          ? 'You are offline. It is shown once you are back online.'
          : 'The rest of the site works. Please try again in a moment.'
      }
      action={<Button onClick={retryAll}>Retry</Button>}
    />
  )
  if (onClose)
    return (
      <Dialog title={label} isOpen onClose={onClose} width={440}>
        {message}
      </Dialog>
    )
  return isPage ? <PageContainer>{message}</PageContainer> : message
}

interface SlotComponentProps<P extends TSchema> extends Pick<
  RemoteContentProps,
  'label' | 'isExtra' | 'onClose'
> {
  contract: SlotContract<P>
  props: Static<P>
  fallback?: ReactNode
}

/** Renders a component of another remote, by its slot contract; the remote is loaded when first needed. */
export function Slot<P extends TSchema>({
  contract,
  props,
  fallback = null,
  ...shown
}: SlotComponentProps<P>) {
  return (
    <RemoteContent remote={contract.remote} fallback={fallback} {...shown}>
      {(definition) => {
        const id = slotId(contract)
        const Content = definition.slots?.[id]
        if (!Content) throw new Error(`there is no slot ${id}`)
        return <Content {...(props as Record<string, unknown>)} />
      }}
    </RemoteContent>
  )
}

/** Loads the remote of a slot ahead, for pages that show it. The slot itself reports a failure. */
export function preloadSlot({ remote }: SlotContract): void {
  loadRemoteDefinition(remote).catch(() => undefined)
}
