import { Type } from 'typebox'

/** Where a browser stores that an engineer wants to see whose each part of a page is. */
export const OUTLINES_KEY = 'offquad/outlines'
export const AreOutlined = Type.Literal(true)
