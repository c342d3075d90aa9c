import { Button, StateMessage } from '@offquad/ui'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { loadedRemote, loadRemoteDefinition } from './load-remote'
import { type RemoteDefinition, type SlotProps } from './remote-definition'

interface RemoteContentProps {
  remote: string
  /** What is missing while it cannot be shown: 'Reviews'. */
  label: string
  /** Shown in the shape of what comes. */
  fallback: ReactNode
  children: (definition: RemoteDefinition) => ReactNode
}

/** Something a remote renders: loading, failing and throwing stay inside, the rest of the page lives on. */
export function RemoteContent({ remote, label, fallback, children }: RemoteContentProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((count) => count + 1)
  return (
    <RemoteBoundary key={`${remote} ${attempt}`} label={label} onRetry={retry}>
      <Loaded remote={remote} label={label} fallback={fallback} onRetry={retry}>
        {children}
      </Loaded>
    </RemoteBoundary>
  )
}

function Loaded({
  remote,
  label,
  fallback,
  onRetry,
  children,
}: RemoteContentProps & { onRetry: () => void }) {
  const [definition, setDefinition] = useState(() => loadedRemote(remote))
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (definition) return
    let isCurrent = true
    loadRemoteDefinition(remote).then(
      (value) => isCurrent && setDefinition(value),
      (error: unknown) => isCurrent && setFailure(error),
    )
    return () => {
      isCurrent = false
    }
  }, [remote, definition])
  if (failure) return <Unavailable label={label} onRetry={onRetry} />
  return definition ? children(definition) : fallback
}

function Unavailable({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <StateMessage
      title={`${label} cannot be shown right now.`}
      detail="The rest of the page works. Please try again in a moment."
      action={<Button onClick={onRetry}>Retry</Button>}
    />
  )
}

interface BoundaryProps {
  label: string
  onRetry: () => void
  children: ReactNode
}

class RemoteBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (this.state.hasFailed) return <Unavailable label={this.props.label} onRetry={this.props.onRetry} />
    return this.props.children
  }
}

interface SlotComponentProps {
  remote: string
  name: string
  /** What is missing while it cannot be shown: 'Reviews'. */
  label: string
  props?: SlotProps
  fallback?: ReactNode
}

/** A component of another remote, placed by name; it is loaded when first placed. */
export function Slot({ remote, name, label, props = {}, fallback = null }: SlotComponentProps) {
  return (
    <RemoteContent remote={remote} label={label} fallback={fallback}>
      {(definition) => {
        const Content = definition.slots?.[name]
        if (!Content) throw new Error(`${remote} has no slot ${name}`)
        return <Content {...props} />
      }}
    </RemoteContent>
  )
}
