const SPACING_MS = 50

export interface Announcement {
  announce(): void
  close(): void
}

/** Tells of changes by calling `publish`: at once, but at most once in 50 ms however often something changes. */
export function createAnnouncement(publish: () => void): Announcement {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false

  function publishNow(): void {
    isWanted = false
    timer = setTimeout(finishSpacing, SPACING_MS)
    publish()
  }

  function finishSpacing(): void {
    timer = undefined
    if (isWanted) publishNow()
  }

  return {
    announce() {
      if (timer) isWanted = true
      else publishNow()
    },
    close() {
      clearTimeout(timer)
    },
  }
}
