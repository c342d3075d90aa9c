import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { reportShell } from '@offquad/web-kit'
import { Component, type ReactNode } from 'react'

/** Replaces the whole page when the frame itself throws, until the page is reloaded. */
export class FrameBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    reportShell('error', error)
    // The router is unmounted, so Back and Forward have to load documents.
    window.addEventListener('popstate', () => location.reload(), { once: true })
  }

  override render() {
    return this.state.hasFailed ? <FrameFailure /> : this.props.children
  }
}

function FrameFailure() {
  return (
    <PageContainer>
      <StateMessage
        heading="h1"
        title="This page stopped working."
        detail="Nothing you saved is lost. Load the page again; if that does not help, come back in a few minutes."
        action={<Button onClick={() => location.reload()}>Load again</Button>}
      />
    </PageContainer>
  )
}
