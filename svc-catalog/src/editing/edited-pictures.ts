import { isSitePicture } from '@offquad/contracts'
import { type Pictured, picturesOf, sourcesIn } from '../catalog/picture-sources'
import { type StoreDeps } from './store-changes'

/**
 * Maps the pictures of a form back to stored pictures. Forms show this site's copies; remaining copies are stored by source,
 * so that importing the same rows again changes nothing. Waiting pictures are not in the form and stay; failed pictures are
 * removed, as the administrator has decided which pictures to show.
 */
export async function withSources<Edited extends Pictured>(
  { pictures }: Pick<StoreDeps, 'pictures'>,
  edited: Edited,
  stored: Pictured | undefined,
): Promise<Edited> {
  const sources = sourcesIn(stored ? [stored] : [])
  if (!stored || sources.length === 0) return edited
  const [registered, copies] = await Promise.all([pictures.list(sources), pictures.findCopies(sources)])
  const sourceOf = new Map([...copies].map(([source, copy]) => [copy, source]))
  const named = new Set(picturesOf(stored))
  const original = (picture: string) => (named.has(picture) ? picture : (sourceOf.get(picture) ?? picture))
  const waiting = new Set(registered.filter(({ state }) => state === 'waiting').map(({ source }) => source))
  const hidden = (stored.photos ?? []).filter((photo) => !isSitePicture(photo) && waiting.has(photo))
  return {
    ...edited,
    ...(edited.photos && { photos: [...new Set([...edited.photos.map(original), ...hidden])] }),
    ...(edited.profilePhoto && { profilePhoto: original(edited.profilePhoto) }),
  }
}
