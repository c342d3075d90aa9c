import { LINK_PICTURE_SIZE, type LinkPicture, SITE_PICTURE_PATH } from '@offquad/contracts'
import { type RemoteRoute } from '@offquad/releases'
import { escapeHtml } from './html'
import { type PageSettings } from './page-settings'

/** Title and description of the page: those of its route, or of the resource it shows. */
export type PageMeta = Pick<RemoteRoute, 'title' | 'description'> & { image?: LinkPicture }

/** The elements of the head that say what the page is about, for search engines and link previews. */
export function describePage(
  { title, description, image }: PageMeta,
  { university, publicUrl }: PageSettings,
): string {
  const { productName } = university
  const fullTitle = title ? `${productName} | ${title}` : productName
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    ...(description
      ? [meta('name', 'description', description), meta('property', 'og:description', description)]
      : []),
    meta('property', 'og:title', fullTitle),
    meta('property', 'og:site_name', productName),
    meta('property', 'og:type', 'website'),
    ...pictureTags(
      image ?? { url: SITE_PICTURE_PATH, ...LINK_PICTURE_SIZE, alt: `${productName}, ${university.name}` },
      publicUrl,
    ),
  ].join('\n')
}

const meta = (attribute: string, name: string, content: string) =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`

/** Link previews appear on other sites: without the public URL, pictures of this site cannot be linked. */
function pictureTags({ url, width, height, alt }: LinkPicture, publicUrl: string | undefined): string[] {
  if (!URL.canParse(url, publicUrl)) return []
  return [
    meta('property', 'og:image', new URL(url, publicUrl).href),
    ...(width && height
      ? [
          meta('property', 'og:image:width', String(width)),
          meta('property', 'og:image:height', String(height)),
        ]
      : []),
    ...(alt ? [meta('property', 'og:image:alt', alt), meta('name', 'twitter:image:alt', alt)] : []),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}
