import { guardQueries } from '@offquad/service-kit/testing'

guardQueries({
  small: {
    account_deletions: 'a deletion is removed a quarter of an hour after it was asked for',
    address_roles: 'roles of people who have not signed in yet',
    role_changes: 'one document',
    faqs: 'what the team has written',
  },
  accepted: [
    {
      query:
        /^(contact_questions|pending_buildings) find \{(unloggedDecisions\.change:\{\$gt\}|hasUnpublishedPhotos|unpublishedChange:\{\$gt\})\} sort/,
      does: 'sorts in memory',
      reason: 'an outbox, which the sweep empties',
    },
    {
      query: /^sessions find \{userId:\{\$in\}\} sort \{refreshedAt\}/,
      does: 'sorts in memory',
      reason: 'the sessions of those who have a role',
    },
    {
      query: /^sessions find \{userId\} sort \{startedAt\}/,
      does: 'sorts in memory',
      reason: 'the sessions of one person',
    },
    {
      query: /^(saved_items find \{kind,userId\}|saved_searches find \{userId\}) sort \{savedAt,_id\}/,
      does: 'sorts in memory',
      reason: 'what one person has saved',
    },
    {
      query: /^(contact_questions|pending_buildings) find \{userId\} sort/,
      does: 'sorts in memory',
      reason: 'what one person has sent',
    },
    {
      query: /^users find \{\$or:\[\{email:\{\$in\}\},\{role:\{\$in\}\}\]\} sort \{email\}/,
      does: 'sorts in memory',
      reason: 'those who have a role',
    },
  ],
})
