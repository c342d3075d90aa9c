import { AreOutlined, OUTLINES_KEY } from '@offquad/contracts'
import { storedValue } from '@offquad/web-kit'

/** Whether this browser outlines the parts of a page with their owners. */
export const outlines = storedValue(OUTLINES_KEY, AreOutlined)
