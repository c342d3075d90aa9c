import { Dialog, Input, OutlineButton, showToast } from '@offquad/ui'
import { useState } from 'react'

interface ShareButtonProps {
  /** Title of the shared page, for the recipients of the link. */
  title: string
  /** On this site: '/apartment/7'; by default the page as it is. */
  path?: string
  className?: string
}

/** Opens the device's share menu if there is one, else copies the link; if the browser refuses, shows it for copying by hand. */
export function ShareButton({ title, path, className }: ShareButtonProps) {
  const [refused, setRefused] = useState<string>()

  async function share(): Promise<void> {
    const url = new URL(path ?? location.pathname + location.search, location.origin).href
    try {
      if ('share' in navigator) return await navigator.share({ title, url })
      await (navigator as Navigator).clipboard.writeText(url)
      showToast('success', 'Link copied')
    } catch (error) {
      // Closing the menu is no failure.
      if ((error as Error).name === 'AbortError') return
      setRefused(url)
    }
  }

  return (
    <>
      <OutlineButton className={className} onClick={() => void share()}>
        Share
      </OutlineButton>
      <Dialog
        title="Copy this link"
        width={480}
        isOpen={refused !== undefined}
        onClose={() => setRefused(undefined)}
      >
        <Input
          readOnly
          autoFocus
          aria-label="Link"
          value={refused ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Dialog>
    </>
  )
}
