import {
  addList,
  getLists,
  joinList,
  pathOf,
  putListOpinion,
  putListPlace,
  shareList,
  type Shortlist,
  type ShortlistSummary,
} from '@offquad/contracts'
import { ACTIVITY, type Author } from './activity'
import { call, type DemoPlatform } from './demo-users'

/** A list that demo accounts share. Nothing if it is there. */
export async function loadDemoList(platform: DemoPlatform, tokens: Record<Author, string>): Promise<void> {
  const { name, members, places } = ACTIVITY.sharedList
  const [owner, ...guests] = members
  if (!owner) return
  const token = tokens[owner.by]
  const { items } = await call<{ items: ShortlistSummary[] }>(platform, token, {
    method: 'GET',
    path: getLists.path,
  })
  if (items.some((list) => list.name === name)) return

  const post = (by: Author, path: string, body: object) =>
    call<Shortlist>(platform, tokens[by], { method: 'POST', path, body })
  const put = (by: Author, path: string, body: object) =>
    call(platform, tokens[by], { method: 'PUT', path, body })

  const { id } = await post(owner.by, addList.path, { name, memberName: owner.name, showsMinutes: true })
  const { invite } = await post(owner.by, pathOf(shareList, { id }), { allows: 'join' })
  for (const guest of guests)
    await post(guest.by, joinList.path, {
      token: invite?.token,
      memberName: guest.name,
      showsMinutes: true,
    })
  for (const { aptId: placeId, note, opinions } of places) {
    await put(owner.by, pathOf(putListPlace, { id, placeId }), { note })
    for (const { by, ...opinion } of opinions) await put(by, pathOf(putListOpinion, { id, placeId }), opinion)
  }
}
