import { Type } from 'typebox'

/** Key in the browser's storage of the setting that outlines the owner of each part of a page, for engineers. */
export const OUTLINES_KEY = 'offquad/outlines'
export const AreOutlined = Type.Literal(true)
