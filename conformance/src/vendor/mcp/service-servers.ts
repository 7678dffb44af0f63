import type { JsonObject } from '@interlingua/core'
import { flag, list, number, object, text, whole } from './mcp-server.ts'
import type { McpServer } from './mcp-server.ts'

const page = { page: { ...number, minimum: 1 }, perPage: { ...number, minimum: 1, maximum: 100 } } as const
const repo = { owner: text, repo: text } as const
const richText: JsonObject = { type: 'array', items: { $ref: '#/$defs/richText' } }
/** Blocks that may hold blocks. */
const blocks: JsonObject = {
  richText: object({ text: object({ content: text, link: { anyOf: [object({ url: text }), { type: 'null' }] } }, ['content']) }, ['text']),
  block: object(
    { type: { enum: ['paragraph', 'toggle'] }, rich_text: richText, children: { type: 'array', items: { $ref: '#/$defs/block' } } },
    ['type'],
  ),
}

/** Servers in the style of those before a service, many of whose schemas are generated from its interface. */
export const serviceServers: readonly McpServer[] = [
  {
    server: 'repositories',
    tools: {
      create_or_update_file: object({ ...repo, path: text, content: text, message: text, branch: text, sha: text }, [
        'owner',
        'repo',
        'path',
        'content',
        'message',
        'branch',
      ]),
      search_repositories: object({ query: text, ...page }, ['query']),
      push_files: object(
        { ...repo, branch: text, files: list(object({ path: text, content: text }, ['path', 'content'])), message: text },
        ['owner', 'repo', 'branch', 'files', 'message'],
      ),
      create_pull_request_review: object(
        {
          ...repo,
          pull_number: number,
          event: { ...text, enum: ['APPROVE', 'REQUEST_CHANGES', 'COMMENT'] },
          comments: list({
            anyOf: [
              object({ path: text, position: number, body: text }, ['path', 'position', 'body']),
              object({ path: text, line: number, body: text }, ['path', 'line', 'body']),
            ],
          }),
        },
        ['owner', 'repo', 'pull_number', 'event'],
      ),
      get_me: { type: 'object', properties: {} },
    },
  },
  {
    server: 'chat rooms',
    tools: {
      slack_post_message: object({ channel_id: text, text }, ['channel_id', 'text']),
      slack_list_channels: object({ limit: { ...number, default: 100 }, cursor: text }),
    },
  },
  {
    server: 'errors',
    tools: {
      search_issues: object(
        { organizationSlug: text, naturalLanguageQuery: text, regionUrl: { type: ['string', 'null'], default: null } },
        ['organizationSlug', 'naturalLanguageQuery'],
        { additionalProperties: false, $schema: 'http://json-schema.org/draft-07/schema#' },
      ),
      update_issue: object({ issueId: text, status: { anyOf: [{ const: 'resolved' }, { const: 'ignored' }] } }, ['issueId']),
      whoami: object({}, [], { additionalProperties: false }),
    },
  },
  {
    server: 'issues',
    tools: {
      create_issue: object(
        {
          title: text,
          teamId: text,
          priority: { ...number, enum: [0, 1, 2, 3, 4] },
          labelIds: list(text),
          dueDate: { ...text, format: 'date-time' },
        },
        ['title', 'teamId'],
      ),
      list_issues: object({
        orderBy: { enum: ['createdAt', 'updatedAt'], type: 'string' },
        includeArchived: flag,
        updatedAt: { ...text, format: 'duration' },
      }),
    },
  },
  {
    server: 'notes',
    tools: {
      'API-patch-block-children': {
        type: 'object',
        $defs: blocks,
        properties: { block_id: text, children: { type: 'array', items: { $ref: '#/$defs/block' } }, after: text },
        required: ['block_id', 'children'],
      },
      'API-post-page': {
        type: 'object',
        $defs: blocks,
        properties: {
          parent: { oneOf: [object({ page_id: text }, ['page_id']), object({ database_id: text }, ['database_id'])] },
          properties: { type: 'object', additionalProperties: true },
          children: { type: 'array', items: { $ref: '#/$defs/block' } },
        },
        required: ['parent', 'properties'],
      },
      'API-post-database-query': object(
        {
          database_id: text,
          filter: { type: 'object', additionalProperties: { $ref: '#/$defs/none' } },
          sorts: { type: 'array', items: object({ property: text, direction: { enum: ['ascending', 'descending'] } }) },
        },
        ['database_id'],
        { $defs: { none: {} } },
      ),
    },
  },
  {
    server: 'calendar',
    tools: {
      // An array or a single value, at the root.
      list_events: {
        type: 'object',
        properties: {
          calendarId: { oneOf: [text, { ...list(text), minItems: 1, maxItems: 50 }] },
          timeMin: { ...text, format: 'date-time' },
        },
        required: ['calendarId'],
        anyOf: [{ required: ['timeMin'] }, { required: ['calendarId'] }],
      },
      create_event: object(
        {
          calendarId: text,
          start: { anyOf: [object({ date: text }, ['date']), object({ dateTime: text, timeZone: text }, ['dateTime'])] },
          recurrence: list(text),
          reminders: object(
            { useDefault: flag, overrides: list(object({ method: { enum: ['email', 'popup'], type: 'string' }, minutes: number })) },
            ['useDefault'],
          ),
        },
        ['calendarId', 'start'],
      ),
    },
  },
  {
    server: 'office graph',
    tools: {
      'list-mail-messages': object({
        $top: { ...whole, minimum: 1 },
        $skip: whole,
        $search: text,
        $filter: text,
        $orderby: list(text),
        $select: list(text),
        $expand: { type: 'array' },
      }),
      'create-calendar-event': object(
        { body: object({ subject: text, '@odata.type': text, start: object({ dateTime: text, timeZone: text }) }) },
        ['body'],
      ),
    },
  },
  {
    server: 'shop admin',
    tools: {
      get_products: object({
        'filter[id]': list(text),
        'filter[status]': { ...text, enum: ['active', 'draft', ''] },
        'page[number]': whole,
        'page[size]': whole,
        include: text,
      }),
      get_orders: object({ 'filter[created_at][gte]': { ...text, format: 'date' }, 'fields[orders]': { type: 'array' }, sort: text }, [
        'filter[created_at][gte]',
      ]),
    },
  },
  {
    server: 'payments',
    tools: {
      create_price: object(
        {
          product: text,
          unit_amount: { ...whole, minimum: 0 },
          currency: { ...text, minLength: 3, maxLength: 3 },
          'recurring.interval': { enum: ['day', 'month'] },
        },
        ['product', 'unit_amount', 'currency'],
      ),
      create_refund: object({ payment_intent: text, amount: { type: 'integer', exclusiveMinimum: 0 } }, ['payment_intent']),
      retrieve_balance: { type: 'object', properties: {}, additionalProperties: false },
    },
  },
  {
    server: 'cloud accounts',
    tools: {
      call_aws: object(
        { cli_command: { anyOf: [text, list(text)] }, max_results: { anyOf: [whole, { type: 'null' }], default: null } },
        ['cli_command'],
        { title: 'call_awsArguments' },
      ),
      aws___search_documentation: object({ search_phrase: text, limit: { ...whole, maximum: 50, minimum: 1 } }, ['search_phrase']),
    },
  },
  {
    server: 'deployments of a name that is far too long for what most vendors take as the name of a tool',
    tools: {
      'deployments-server-production__list_all_preview_deployments_of_a_project_by_branch': object({ projectId: text, since: number }, [
        'projectId',
      ]),
      'deployments-server-production__list_all_preview_deployments_of_a_project_by_author': object({ projectId: text, until: number }, [
        'projectId',
      ]),
    },
  },
  {
    server: 'databases',
    tools: {
      aggregate: object({ database: text, collection: text, pipeline: list({ type: 'object', additionalProperties: true }) }, [
        'database',
        'collection',
        'pipeline',
      ]),
      find: object(
        {
          database: text,
          collection: text,
          filter: { type: 'object' },
          projection: { type: 'object', additionalProperties: { enum: [0, 1] } },
          limit: { ...number, default: 10 },
        },
        ['database', 'collection'],
      ),
      execute_sql: object({ project_id: text, query: text, params: { type: 'array', items: {} } }, ['project_id', 'query']),
    },
  },
]
