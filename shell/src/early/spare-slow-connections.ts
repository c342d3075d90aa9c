import { connection, isSlow } from './connection'

/** Has pages load no others ahead for visitors who save data or have a slow connection: they get what they ask for and no more. */
export function spareSlowConnections(): void {
  addEventListener('DOMContentLoaded', () => {
    const current = connection()
    if (current && isSlow(current)) document.querySelector('script[type=speculationrules]')?.remove()
  })
}
