import { AreOutlined, OUTLINES_KEY } from '@offquad/contracts'
import { storedValue } from '@offquad/web-kit'

/** Whether this browser outlines whose each part of a page is. */
export const outlines = storedValue(OUTLINES_KEY, AreOutlined)
