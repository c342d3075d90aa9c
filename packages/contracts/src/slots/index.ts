// A file for each remote that provides slots, so that a chunk contains the schemas of those that it uses.
export * from './account'
export * from './browse'
export * from './reviews'
export { type SlotContract, slotId, type SlotPropsOf } from './slot'
