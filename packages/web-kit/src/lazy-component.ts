import { lazyComponent as lazyComponentOfUi } from '@offquad/ui'
import { type ComponentType } from 'react'

/** Re-exports ui's function, because deployed remotes import it from here. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyComponentOfUi(load)
}
