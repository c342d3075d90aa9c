import {
  isolated,
  type PayloadOf,
  type sendReviewApprovedMail as sendReviewApprovedMailJob,
} from '@offquad/contracts'
import { type Repositories } from '../repositories'
import { type SendMail } from './mailer'

interface Deps extends Pick<Repositories, 'users'> {
  sendMail: SendMail
  university: { productName: string }
  config: { PUBLIC_URL: string }
}

/** Notifies an author by mail that a review was approved, unless the account was deleted. */
export async function sendReviewApprovedMail(
  { users, sendMail, university: { productName }, config: { PUBLIC_URL } }: Deps,
  { userId, aptId, landlordId, approval }: PayloadOf<typeof sendReviewApprovedMailJob>,
): Promise<void> {
  const author = await users.find(userId)
  if (!author) return
  const page =
    aptId === null ? `/landlord/${encodeURIComponent(landlordId)}` : `/apartment/${encodeURIComponent(aptId)}`
  await sendMail({
    to: { name: author.displayName, address: author.email },
    subject: `Your review is on ${productName}`,
    ...(approval && { messageId: `<approval.${approval}@${new URL(PUBLIC_URL).hostname}>` }),
    text: [
      `Hello ${isolated(author.displayName)},`,
      `your review was approved. Everyone can read it now, without your name:`,
      new URL(page, PUBLIC_URL).href,
      `You can edit or delete it on your profile: ${new URL('/profile', PUBLIC_URL).href}`,
      productName,
    ].join('\n\n'),
  })
}
