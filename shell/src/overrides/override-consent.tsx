import { Button, OffquadTheme, PageContainer, StateMessage } from '@offquad/ui'
import {
  confirmOverride,
  declineOverride,
  overrideToConfirm,
  type RemoteOverride,
  university,
} from '@offquad/web-kit'
import { type Root } from 'react-dom/client'

interface OverrideConsentProps {
  override: RemoteOverride
  onDecision: (isAccepted: boolean) => void
}

/** Asks before code from the user's machine runs on this page: any site can link here with an override in the URL. */
export function OverrideConsent({ override: { name, manifestUrl }, onDecision }: OverrideConsentProps) {
  return (
    <main>
      <PageContainer>
        <StateMessage
          heading="h1"
          title={`Load mfe-${name} from ${new URL(manifestUrl).origin} on this page?`}
          detail="It runs with your session. Load it only if you started it yourself, on this machine."
          action={
            <span className="offquad-cluster">
              <Button onClick={() => onDecision(true)}>Load</Button>
              <Button type="primary" onClick={() => onDecision(false)}>
                Not now
              </Button>
            </span>
          }
        />
      </PageContainer>
    </main>
  )
}

/** Asks about each unconfirmed override in the URL before anything else is rendered. */
export async function confirmOverrides(root: Root): Promise<void> {
  for (let override = overrideToConfirm(); override; override = overrideToConfirm()) {
    const isAccepted = await ask(root, override)
    if (isAccepted) confirmOverride(override)
    else declineOverride(override)
  }
}

function ask(root: Root, override: RemoteOverride): Promise<boolean> {
  return new Promise((resolve) => {
    root.render(
      <OffquadTheme brandColor={university().brandColor}>
        <OverrideConsent override={override} onDecision={resolve} />
      </OffquadTheme>,
    )
  })
}
