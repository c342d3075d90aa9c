import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { ErrorBoundary, reportShell } from '@offquad/web-kit'
import { type ReactNode } from 'react'

function endPage(error: unknown): void {
  reportShell('error', error)
  // The router is unmounted, so Back and Forward have to load documents.
  window.addEventListener('popstate', () => location.reload(), { once: true })
}

/** Replaces the whole page when the frame itself throws, until the page is reloaded. */
export const FrameBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary failure={<FrameFailure />} onError={endPage}>
    {children}
  </ErrorBoundary>
)

const FrameFailure = () => (
  <PageContainer>
    <StateMessage
      heading="h1"
      title="This page stopped working."
      detail="Nothing you saved is lost. Load the page again; if that does not help, come back in a few minutes."
      action={<Button onClick={() => location.reload()}>Load again</Button>}
    />
  </PageContainer>
)
