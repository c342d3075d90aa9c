import { type Role } from '@offquad/contracts'
import { credential, loadConfig, publicUrlOf, publicUrlSettings, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'

export const usersSettings = Type.Object({
  ...serviceSettings,
  MONGODB_DATABASE: Type.String({ default: 'offquad-users', description: 'Database of this service alone' }),
  SVC_CATALOG_URL: Type.String({ pattern: '^https?://[^/]+$', description: 'Where svc-catalog listens' }),
  GOOGLE_CLIENT_ID: Type.String({
    description: 'Audience of the identity provider, from the Google console',
  }),
  GOOGLE_CERTS_URL: Type.String({
    pattern: '^https?://',
    default: 'https://www.googleapis.com/oauth2/v1/certs',
    description: "The identity provider's public keys as PEM by key id",
  }),
  GOOGLE_ISSUERS: Type.String({
    default: 'accounts.google.com,https://accounts.google.com',
    description: 'Comma-separated issuers that the identity provider signs with',
  }),
  ACCESS_TOKEN_PRIVATE_KEY_FILE: Type.String({
    description: 'PKCS #8 PEM file of the Ed25519 key that signs access tokens',
  }),
  ACCESS_TOKEN_PREVIOUS_KEY_FILE: Type.Optional(
    Type.String({
      description: 'The key before a rotation: tokens it signed are verified for ten more minutes',
    }),
  ),
  ACCESS_TOKEN_NEXT_KEY_FILE: Type.Optional(
    Type.String({
      description: 'The key of the next rotation: published, so that every service knows it before it signs',
    }),
  ),
  ...publicUrlSettings,
  SMTP_URL: Type.Optional(
    credential({
      pattern: '^smtps?://',
      description: 'SMTP server, with user and password if it requires them',
    }),
  ),
  MAIL_DIR: Type.Optional(
    Type.String({ description: 'Folder for mails as .eml files, where there is no mail server' }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
      description: 'Sender address of mails; no-reply at the host of PUBLIC_URL by default',
    }),
  ),
  ADMIN_EMAILS: Type.String({
    default: '',
    description: 'Comma-separated e-mail addresses that are administrators while they are listed here',
  }),
  DEVELOPER_EMAILS: Type.String({
    default: '',
    description: 'Comma-separated e-mail addresses that are developers while they are listed here',
  }),
})
const DEFAULT_PUBLIC_URL = 'http://localhost:8080'

/** Settings of commands, which need neither Redis nor keys. */
const CommandConfig = Type.Pick(usersSettings, [
  'MONGODB_URI',
  'MONGODB_DATABASE',
  'UNIVERSITY_FILE',
  'ADMIN_EMAILS',
  'DEVELOPER_EMAILS',
])
export type CommandConfig = Static<typeof CommandConfig>

export type UsersConfig = Static<typeof usersSettings> & { PUBLIC_URL: string }

export function loadUsersConfig(): UsersConfig {
  const config = loadConfig(usersSettings, process.env)
  return { ...config, PUBLIC_URL: publicUrlOf(config) ?? DEFAULT_PUBLIC_URL }
}

export function loadCommandConfig(): CommandConfig {
  return loadConfig(CommandConfig, process.env)
}

/** The items of a comma-separated setting. */
export const listOf = (commaList: string): string[] =>
  commaList
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** The configured roles by e-mail address. An address in both lists is an administrator. */
export const configuredRoles = ({
  ADMIN_EMAILS,
  DEVELOPER_EMAILS,
}: Pick<UsersConfig, 'ADMIN_EMAILS' | 'DEVELOPER_EMAILS'>): Map<string, Role> =>
  new Map([
    ...listOf(DEVELOPER_EMAILS.toLowerCase()).map((email) => [email, 'developer'] as const),
    ...listOf(ADMIN_EMAILS.toLowerCase()).map((email) => [email, 'admin'] as const),
  ])
