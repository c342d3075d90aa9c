import { Button, PageContainer, StateMessage } from '@offquad/ui'
import { reportShell } from '@offquad/web-kit'
import { useEffect } from 'react'

/** Replaces the whole page when the frame itself threw. */
export function RouteFailure() {
  useEffect(() => reportShell('error'), [])
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
