/** The checks of each page and slot: the name in the report, and what to do when the check fails. */
export const CHECKS = {
  shown: [
    'shows its content',
    'Show it, or a sentence that says why not, and set aria-busy only while loading.',
  ],
  errors: ['no errors', 'Catch what is expected; the rest is a bug.'],
  memory: ['memory', 'Let go of what was shown: bound caches, and clear them where they are yours.'],
  elements: ['elements', 'Remove elements that were added outside of React, and references to them.'],
  listeners: ['listeners', 'Remove in the cleanup of an effect what the effect has added.'],
  timers: ['timers', 'Clear timers in the cleanup of the effect that starts them.'],
  globals: ['globals', 'Keep it in a module: a global is everyone’s.'],
  builtIns: ['built-ins', 'Write a function of your own: others rely on what the browser has.'],
  storage: ['storage', 'Keep few keys, which begin with "offquad/", and remove old ones.'],
  title: ['title', 'Set it with usePageTitle, and never after the page has gone.'],
  styles: [
    'styles outside',
    'Style only what you render: import CSS files, and change no element of others.',
  ],
  translated: ['translated', 'Let React own whole elements: no text beside a conditional element.'],
  enlarged: ['at 400 %', 'Let it wrap, scroll or grow at a width of 320 px.'],
  still: ['without motion', 'Animate only within @media (prefers-reduced-motion: no-preference).'],
  colors: [
    'forced colours',
    'Take colours from the tokens of ui, and give borders to what only a background shows.',
  ],
  offline: ['offline', 'Say what is missing, with a way to try again.'],
  neighbours: ['broken neighbours', 'Show others’ parts through <Slot>, and do without them.'],
} as const

export type Check = keyof typeof CHECKS

export interface Fault {
  check: Check
  /** The page or slot. */
  place: string
  found: string
}
