import { type Static, Type } from 'typebox'
import { University } from './university'

// Members are described in comments, not in the schemas, because every page loads the schemas.

const POINTER = { pattern: '^(/[^/]+)+$' }
/** JSON Pointer (RFC 6901) into the response. */
const Pointer = Type.String(POINTER)

/** The picture of a link preview: PNG or JPEG, as sites that show previews do not support SVG. */
export const LinkPicture = Type.Object({
  /** Absolute, or a path of this site. */
  url: Type.String(),
  /** Pixels. */
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Pixels. */
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Text alternative. */
  alt: Type.Optional(Type.String()),
})
export type LinkPicture = Static<typeof LinkPicture>

/**
 * The size that link previews show whole, in pixels: 1.91 to 1, and large enough for dense screens.
 * @see https://developers.facebook.com/docs/sharing/webmasters/images
 */
export const LINK_PICTURE_SIZE = { width: 1200, height: 630 } as const

/** Default picture in previews of pages. */
export const SITE_PICTURE_PATH = '/api/link-previews/site.jpg'

/** Source of the texts and picture that search engines and link previews show for a page with parameters. */
export const PagePreview = Type.Object(
  {
    /** A public API path with parameters of the page's path or query. If it responds with 404, the page is the not-found page. */
    answer: Type.String({
      pattern: '^/api/',
    }),
    title: Pointer,
    description: Type.Optional(Pointer),
    /** Points to the URL of a picture, or to a LinkPicture. */
    image: Type.Optional(Type.String(POINTER)),
  },
  { additionalProperties: false },
)
export type PagePreview = Static<typeof PagePreview>

/** A link in the site's menus, owned by the remote whose page it leads to. */
export const NavigationEntry = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 24 }),
    /** One of the remote's own routes, without parameters. */
    path: Type.String({ pattern: '^/' }),
    /** The header, or the menu of the signed-in user. */
    menu: Type.Enum(['main', 'account']),
    /** Lower comes first; ties by label. */
    order: Type.Integer({ minimum: 0, maximum: 1000 }),
    audience: Type.Enum(['anyone', 'signed-in', 'admin']),
  },
  { additionalProperties: false },
)
export type NavigationEntry = Static<typeof NavigationEntry>

/**
 * The contributions of a micro-frontend: `remote.json` beside its code, published with every version. Stored versions are
 * validated with this schema, too, so it may only become looser; stricter rules for new versions belong to the gate.
 * The gateway matches routes with it (title, preloads, 404), and the shell chooses the remotes to load.
 */
export const RemoteDescriptor = Type.Object(
  {
    /** browse, reviews, ...: the federation container is mfe_<name> */
    name: Type.String({
      pattern: '^[a-z]+$',
    }),
    routes: Type.Array(
      Type.Object({
        /** /apartment/:aptId. */
        path: Type.String({ pattern: '^/' }),
        /** The page's title, without the product's name; '' for the product's name alone. */
        title: Type.String(),
        /** For search engines and link previews. */
        description: Type.Optional(Type.String()),
        /** Shape of the page while it loads: a `shape` of ui's PageSkeleton. */
        skeleton: Type.Optional(
          Type.String({
            pattern: '^[a-z]+$',
          }),
        ),
        /** Restores the scroll position on every return to the page, for the session. */
        keepsScroll: Type.Optional(Type.Boolean()),
        /** Other visitors get the not-found page, without fetching the remote. */
        isForAdmins: Type.Optional(Type.Boolean()),
        /** The page is the same for everyone until the browser changes it, so it is rendered on the server. */
        isPublic: Type.Optional(Type.Boolean()),
        preview: Type.Optional(PagePreview),
      }),
    ),
    /** Components that other apps may place: reviews/apartment-reviews@1 */
    slots: Type.Array(Type.String()),
    navigation: Type.Optional(Type.Array(NavigationEntry, { maxItems: 10 })),
    /** Maximum of its JavaScript in kilobytes, compressed with brotli; absent: 100. */
    scriptsKb: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 300,
      }),
    ),
  },
  { additionalProperties: false },
)
export type RemoteDescriptor = Static<typeof RemoteDescriptor>

/** A published version of an app. Everything it consists of lies immutable under `baseUrl`. */
export const PublishedApp = Type.Object({
  app: Type.String({ pattern: '^(shell|mfe-[a-z]+)$' }),
  version: Type.String({
    // It names a folder: '..' or a leading dot never does.
    pattern: '^[0-9A-Za-z][0-9A-Za-z+-]*(\\.[0-9A-Za-z+-]+)*$',
    maxLength: 100,
  }),
  /** /mf/mfe-browse/0.1.0-1a2b3c4d/ */
  baseUrl: Type.String({ pattern: '^/mf/.+/$' }),
  remote: Type.Optional(RemoteDescriptor),
  /** Slots of other remotes that it places: reviews/apartment-reviews@1 */
  uses: Type.Optional(Type.Array(Type.String())),
  /** API calls that it makes, read from its source: GET /api/faqs. */
  calls: Type.Optional(Type.Array(Type.String({ pattern: '^(GET|POST|PUT|PATCH|DELETE) /api/' }))),
})
export type PublishedApp = Static<typeof PublishedApp>

/** A version that `percent` of visitors get before the others, chosen by cohort and salt. */
export const Canary = Type.Object({
  ...PublishedApp.properties,
  percent: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100 }),
  /** Makes each canary start with different visitors. */
  salt: Type.String(),
  /** Percentages that it goes through automatically; 100 promotes it. `percent` is the current percentage. */
  steps: Type.Optional(Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 100 }))),
  /** Start of the current percentage, ISO 8601. */
  stepSince: Type.Optional(Type.String()),
})
export type Canary = Static<typeof Canary>

/** The live version of an app. */
export const LiveApp = Type.Object({ ...PublishedApp.properties, canary: Type.Optional(Canary) })
export type LiveApp = Static<typeof LiveApp>

/** The live version of each app: /mf/registry.json. A page gets the versions for its visitor, and no canaries. */
export const Registry = Type.Object({ apps: Type.Array(LiveApp) })
export type Registry = Static<typeof Registry>

/** The versions of an app that visitors get: the live version, and the canary. */
export const versionsOf = (live: LiveApp): PublishedApp[] => (live.canary ? [live, live.canary] : [live])

/** Whether some visitors get this version, as the live version or a canary. */
export const isServed = (
  live: readonly LiveApp[],
  { app, version }: Pick<PublishedApp, 'app' | 'version'>,
): boolean => live.flatMap(versionsOf).some((served) => served.app === app && served.version === version)

/** Name of the federation manifest in every remote's folder. */
export const REMOTE_MANIFEST = 'mf-manifest.json'

/** Name of the file beside it with the descriptor of a remote under development. */
export const REMOTE_DESCRIPTOR = 'remote.json'

/** Name under which every remote exposes its one module. */
export const REMOTE_EXPOSE = './remote'

/** An API response that the gateway had ready when it rendered the page. */
export const InlinedAnswer = Type.Object({ path: Type.String(), body: Type.Unknown() })

const Share = Type.Number({ minimum: 0, maximum: 1 })

/** Data that the gateway writes into every page as JSON, in the element with the id PAGE_DATA_ELEMENT. */
export const PageData = Type.Object({
  registry: Registry,
  // Pages ignore unknown fields: only the operator's file has to be exact.
  university: Type.Object(University.properties),
  answers: Type.Array(InlinedAnswer),
  /** Whether remotes may be loaded from the visitor's machine, for development. */
  allowsOverrides: Type.Optional(Type.Boolean()),
  /** Share of pages that report measurements of their versions; all by default. */
  reportShare: Type.Optional(Share),
  /** Share of pages whose calls are traced through every process; none by default. */
  traceShare: Type.Optional(Share),
  /** Versions on this page that other visitors do not see; `?preview=off` ends the preview. */
  previews: Type.Optional(
    Type.Array(Type.Object({ app: PublishedApp.properties.app, version: PublishedApp.properties.version })),
  ),
  signIn: Type.Optional(
    Type.Object({
      /** The site's client id at the identity provider. */
      clientId: Type.String(),
      /** URL of a stand-in's account chooser, for a popup. */
      chooserUrl: Type.Optional(Type.String()),
    }),
  ),
  maps: Type.Optional(
    Type.Object({
      googleMapsApiKey: Type.Optional(Type.String()),
      /** URL of a PMTiles file, Protomaps' basemap. */
      vectorTilesUrl: Type.Optional(Type.String()),
      tilesUrl: Type.Optional(Type.String()),
      tilesAttribution: Type.Optional(Type.String()),
    }),
  ),
})
export type PageData = Static<typeof PageData>

export const PAGE_DATA_ELEMENT = 'offquad-page'

/** Path at which gateways serve the vector tiles of maps. */
export const MAP_TILES_PATH = '/tiles/basemap.pmtiles'
