import { type Static, Type } from 'typebox'
import { lookUp } from '../look-up'

export const DECLINE_REASONS = [
  'contact-details',
  'names-person',
  'insulting',
  'not-about-home',
  'not-own-experience',
  'duplicate',
  'too-little',
  'other',
] as const
export const DeclineReason = Type.Enum([...DECLINE_REASONS])
export type DeclineReason = Static<typeof DeclineReason>

interface DeclineText {
  /** For the administrators who choose a reason. */
  label: string
  /** For the author: what is wrong, and what to do next. */
  explanation: string
  advice: string
}

/** Texts of the reasons to decline a review, for administrators and authors. */
export const DECLINE_TEXTS: Record<DeclineReason, DeclineText> = {
  'contact-details': {
    label: 'Contains contact details',
    explanation: 'It contains an e-mail address, a phone number or a link to a person.',
    advice: 'Remove the contact details and submit it again.',
  },
  'names-person': {
    label: 'Names a person',
    explanation: 'It names a person or makes one recognizable.',
    advice: 'Describe what happened without names, for example “the manager”, and submit it again.',
  },
  insulting: {
    label: 'Insulting or profane',
    explanation: 'Its wording is insulting or profane.',
    advice: 'Say the same in other words and submit it again.',
  },
  'not-about-home': {
    label: 'Not about the home',
    explanation: 'It is not about living there.',
    advice: 'Tell future tenants about the place or the landlord and submit it again.',
  },
  'not-own-experience': {
    label: 'Not first-hand',
    explanation: 'It does not read as your own experience as a tenant.',
    advice: 'Write about what you experienced yourself and submit it again.',
  },
  duplicate: {
    label: 'Duplicate',
    explanation: 'The same review has been submitted before.',
    advice: 'You can delete this one, or write about something else.',
  },
  'too-little': {
    label: 'Says too little',
    explanation: 'It says too little to help others decide.',
    advice: 'Add what you liked or disliked and why, and submit it again.',
  },
  other: {
    label: 'Another reason',
    explanation: 'An administrator did not publish it.',
    advice: 'Edit it and submit it again, or ask us through “Contact Us”.',
  },
}

/** The texts of a reason; for reasons that only a newer service knows, the texts of `other`. */
export const declineText = (reason: string): DeclineText =>
  lookUp(DECLINE_TEXTS, reason) ?? DECLINE_TEXTS.other

export const MAX_DECLINE_NOTE_CHARACTERS = 500

/** The reason why a review was declined. */
export const Decline = Type.Object({
  reason: DeclineReason,
  note: Type.Optional(
    Type.String({ maxLength: MAX_DECLINE_NOTE_CHARACTERS, description: 'In the administrator’s own words' }),
  ),
})
export type Decline = Static<typeof Decline>
