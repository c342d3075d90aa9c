import { createHash } from 'node:crypto'
import { ALERT_MAIL_HOURS, type AlertPlace, amountText, isolated, seasonNews } from '@offquad/contracts'
import { isStoreUnavailable, UnavailableError } from '@offquad/service-kit'
import { type Catalog } from '../catalog-client'
import { isMailServerUnavailable, type Mail, type SendMail } from '../mail/mailer'
import { type Repositories } from '../repositories'
import { type AlertMailOfUser, PAUSE_MS } from './alert-mail.repository'
import { type StoredAlert } from './alerts.repository'

interface Deps extends Pick<Repositories, 'alerts' | 'alertMail' | 'users'> {
  catalog: Pick<Catalog, 'listings'>
  sendMail: SendMail
  university: { productName: string; timeZone?: string }
  config: { PUBLIC_URL: string }
  log: { warn(fields: object, message: string): void }
  now: () => Date
}

/** Limits the length of a run, so that the other mails of the sweep do not wait long. */
const MAILS_PER_RUN = 100
/** After this time, another process may send the mail. */
const CLAIM_MS = 5 * 60_000
/** Maximum number of places that a mail names per alert; the page lists all of them. */
const MAX_NAMED = 5

/**
 * Mails users their unmailed alerts, as often as they chose. If the process dies before it marks a mail as sent, the mail is
 * sent again with the same Message-ID, so that mail programs show it once.
 */
export async function sendAlertMails(deps: Deps): Promise<void> {
  if (!isMailHour(deps)) return
  const users = await deps.alerts.listUsersToMail()
  const wanted = new Map(
    (await deps.alertMail.listWanted(users)).map(({ userId, nextAt }) => [userId, nextAt]),
  )
  for (const userId of users) if (!wanted.has(userId)) await deps.alerts.markMailed(userId)
  // Users whose mail was just attempted come last.
  const due = [...wanted]
    .filter(([, nextAt]) => nextAt <= deps.now())
    .toSorted(([, a], [, b]) => a.getTime() - b.getTime())
  for (const [userId] of due.slice(0, MAILS_PER_RUN))
    try {
      await sendAlerts(deps, userId)
    } catch (err) {
      deps.log.warn({ err, userId }, 'alerts not mailed, left to a later run')
      if (concernsEveryone(err)) return
    }
}

const concernsEveryone = (error: unknown): boolean =>
  isMailServerUnavailable(error) || error instanceof UnavailableError || isStoreUnavailable(error)

function isMailHour({ university: { timeZone = 'UTC' }, now }: Deps): boolean {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric' }).format(now()))
  return hour >= ALERT_MAIL_HOURS.from && hour < ALERT_MAIL_HOURS.to
}

async function sendAlerts(deps: Deps, userId: string): Promise<void> {
  const { alerts, alertMail, users, catalog, now } = deps
  const time = now().getTime()
  const [account, unmailed] = await Promise.all([users.find(userId), alerts.listToMail(userId)])
  const ids = unmailed.map(({ id }) => id)
  const claimed = await alertMail.claim(userId, now(), new Date(time + CLAIM_MS), ids)
  if (!claimed || claimed.mail === 'never') return
  const { alertIds } = claimed
  const unsent = unmailed.filter(({ id }) => alertIds.includes(id))
  const listings = await catalog.listings([
    ...new Set(unsent.flatMap(({ places }) => places.map(({ aptId }) => aptId))),
  ])
  const names = new Map(listings.map(({ buildingData: { id, name } }) => [id, name]))
  const sections = unsent.flatMap((alert) => describe(alert, names, deps.config.PUBLIC_URL) ?? [])
  const isSent = account !== undefined && sections.length > 0
  if (isSent)
    await deps.sendMail({
      to: { name: account.displayName, address: account.email },
      ...compose(deps, claimed, sections, account.displayName),
      messageId: messageIdOf(alertIds, deps.config.PUBLIC_URL),
    })
  await alerts.markMailed(userId, alertIds)
  // If nothing was sent, the next mail does not have to wait.
  if (unsent.length > 0 && !isSent) return alertMail.markSent(userId, claimed.nextAt)
  // If no alerts are left, the interrupted attempt had sent them.
  const sentAt = unsent.length > 0 ? time : claimed.nextAt.getTime() - CLAIM_MS
  await alertMail.markSent(userId, new Date(sentAt + PAUSE_MS[claimed.mail]))
}

function compose(
  { university: { productName }, config: { PUBLIC_URL } }: Deps,
  { token }: AlertMailOfUser,
  sections: string[],
  displayName: string,
): Omit<Mail, 'to' | 'messageId'> {
  const page = new URL('/alerts', PUBLIC_URL)
  return {
    subject: `New on ${productName}: what you asked to be told`,
    headers: {
      'List-Unsubscribe': `<${new URL(`/api/alert-mail/unsubscribe/${token}`, PUBLIC_URL).href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: [
      `Hello ${isolated(displayName)},`,
      ...sections,
      `All your alerts, and how often they come by mail: ${page.href}`,
      `End these mails: ${new URL(`/alerts/unsubscribe/${token}`, PUBLIC_URL).href}`,
      productName,
    ].join('\n\n'),
  }
}

/** Depends on the alerts alone: mail programs hide a mail whose Message-ID they have already received. */
function messageIdOf(alertIds: string[], publicUrl: string): string {
  const hash = createHash('sha256').update(JSON.stringify(alertIds.toSorted())).digest('hex')
  return `<alerts.${hash.slice(0, 40)}@${new URL(publicUrl).hostname}>`
}

/** An alert as a paragraph; undefined if all of its places have been deleted. */
function describe(
  { search, season, places, total }: StoredAlert,
  names: ReadonlyMap<string, string>,
  publicUrl: string,
): string | undefined {
  if (season) return seasonNews(season)
  const existing = places.flatMap((place) => {
    const name = names.get(place.aptId)
    return name === undefined ? [] : [{ ...place, name }]
  })
  if (existing.length === 0) return undefined
  const lines = existing
    .slice(0, MAX_NAMED)
    .map(
      (place) =>
        `- ${isolated(place.name)}: ${newsOf(place)}\n  ${new URL(`/apartment/${encodeURIComponent(place.aptId)}`, publicUrl).href}`,
    )
  const more = total - Math.min(existing.length, MAX_NAMED)
  return [
    search ? `For your search “${search.name}”:` : 'A place you bookmarked:',
    ...lines,
    ...(more > 0 && search
      ? [`- and ${more} more: ${new URL(`/search?${search.address}`, publicUrl).href}`]
      : []),
  ].join('\n')
}

function newsOf({ reason, rent, rentBefore }: AlertPlace): string {
  const price = rent === undefined ? undefined : `$${amountText(rent)} a month`
  if (reason === 'review') return 'has a new review'
  if (reason === 'rent' && price && rentBefore !== undefined)
    return `now ${price}, before $${amountText(rentBefore)}`
  const what = reason === 'available' ? 'has a room by your date' : 'meets it now'
  return price ? `${what}, ${price}` : what
}
