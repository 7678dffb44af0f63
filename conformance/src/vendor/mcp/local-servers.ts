import { flag, list, number, object, text, whole } from './mcp-server.ts'
import type { McpServer } from './mcp-server.ts'

const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', additionalProperties: false } as const
const relation = object({ from: text, to: text, relationType: text }, ['from', 'to', 'relationType'])
const entity = object({ name: text, entityType: text, observations: list(text) }, ['name', 'entityType', 'observations'])

/** Servers in the style of those beside a client: files, shells, browsers, memories. */
export const localServers: readonly McpServer[] = [
  {
    server: 'files',
    tools: {
      read_text_file: object({ path: text, tail: number, head: number }, ['path'], draft7),
      read_multiple_files: object({ paths: { ...list(text), minItems: 1 } }, ['paths'], draft7),
      edit_file: object(
        {
          path: text,
          edits: list(object({ oldText: text, newText: text }, ['oldText', 'newText'], { additionalProperties: false })),
          dryRun: { ...flag, default: false },
        },
        ['path', 'edits'],
        draft7,
      ),
      list_directory_with_sizes: object({ path: text, sortBy: { ...text, enum: ['name', 'size'], default: 'name' } }, ['path'], draft7),
      list_allowed_directories: { type: 'object', properties: {}, required: [] },
    },
  },
  {
    server: 'memory',
    tools: {
      create_entities: object({ entities: list(entity) }, ['entities']),
      create_relations: object({ relations: list(relation) }, ['relations']),
      read_graph: { type: 'object', properties: {} },
      delete_entities: object({ entityNames: list(text) }, ['entityNames']),
    },
  },
  {
    server: 'steps of thought',
    tools: {
      sequentialthinking: object(
        {
          thought: text,
          nextThoughtNeeded: flag,
          thoughtNumber: { ...whole, minimum: 1 },
          totalThoughts: { ...whole, minimum: 1 },
          isRevision: flag,
          branchId: text,
        },
        ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'],
      ),
    },
  },
  {
    server: 'git',
    tools: {
      git_status: object({ repo_path: { ...text, title: 'Repo Path' } }, ['repo_path'], { title: 'GitStatus' }),
      git_add: object({ repo_path: text, files: { ...list(text), title: 'Files' } }, ['repo_path', 'files'], { title: 'GitAdd' }),
      git_log: object(
        {
          repo_path: text,
          max_count: { ...whole, default: 10 },
          start_timestamp: { anyOf: [text, { type: 'null' }], default: null },
        },
        ['repo_path'],
      ),
    },
  },
  {
    server: 'fetch',
    tools: {
      fetch: object(
        {
          url: { ...text, format: 'uri', minLength: 1 },
          max_length: { ...whole, default: 5000, exclusiveMaximum: 1_000_000, exclusiveMinimum: 0 },
          raw: { ...flag, default: false },
        },
        ['url'],
        { description: 'Parameters for fetching a URL.', title: 'Fetch' },
      ),
    },
  },
  {
    server: 'clock',
    tools: {
      get_current_time: object({ timezone: { ...text, description: "IANA timezone name. Use 'UTC' if unsure." } }, ['timezone']),
      convert_time: object(
        { source_timezone: text, time: { ...text, pattern: '^([01]?[0-9]|2[0-3]):[0-5][0-9]$' }, target_timezone: text },
        ['source_timezone', 'time', 'target_timezone'],
      ),
    },
  },
  {
    server: 'browser',
    tools: {
      browser_navigate: object({ url: text }, ['url'], draft7),
      browser_close: object({}, [], draft7),
      browser_fill_form: object(
        {
          fields: list(
            object(
              { name: text, type: { ...text, enum: ['textbox', 'checkbox', 'radio', 'combobox', 'slider'] }, ref: text, value: text },
              ['name', 'type', 'ref', 'value'],
              { additionalProperties: false },
            ),
          ),
        },
        ['fields'],
        draft7,
      ),
      browser_select_option: object({ element: text, ref: text, values: list(text) }, ['element', 'ref', 'values'], draft7),
      // Alternative arguments: a union at the root.
      browser_click: {
        ...object({ ref: text, selector: text, button: { enum: ['left', 'right', 'middle'] } }),
        anyOf: [{ required: ['ref'] }, { required: ['selector'] }],
      },
    },
  },
  {
    server: 'remote browser',
    tools: {
      puppeteer_screenshot: object({ name: text, selector: text, width: number, height: number, encoded: flag }, ['name']),
      puppeteer_navigate: object({ url: text, launchOptions: { type: 'object' }, allowDangerous: flag }, ['url']),
      puppeteer_evaluate: object({ script: text }, ['script']),
    },
  },
  {
    server: 'sqlite',
    tools: {
      read_query: object({ query: text }, ['query']),
      append_insight: object({ insight: text }, ['insight']),
      list_tables: { type: 'object', properties: {} },
    },
  },
  {
    server: 'desktop',
    tools: {
      'desktop-commander.start_process': object(
        { command: text, timeout_ms: number, shell: text, verbose_timing: flag },
        ['command', 'timeout_ms'],
        draft7,
      ),
      'desktop-commander.set_config_value': object(
        { key: text, value: { anyOf: [text, number, flag, list(text), { type: 'null' }] } },
        ['key'],
        draft7,
      ),
      // Array without `items`.
      'desktop-commander.kill_many': object({ pids: { type: 'array' } }, ['pids']),
    },
  },
  {
    server: 'code symbols',
    tools: {
      find_symbol: object(
        {
          name_path: text,
          depth: { ...whole, default: 0 },
          include_kinds: { ...list({ ...whole, enum: [1, 2, 5, 6, 12] }), default: [] },
          relative_path: { ...text, default: '' },
        },
        ['name_path'],
        { title: 'applyArguments' },
      ),
      replace_symbol_body: object({ name_path: text, relative_path: text, body: text }, ['name_path', 'relative_path', 'body']),
      get_symbols_overview: object({ relative_path: text, max_answer_chars: { ...whole, default: -1 } }, ['relative_path']),
    },
  },
  {
    server: 'everything',
    tools: {
      echo: object({ message: text }, ['message'], draft7),
      annotatedMessage: object(
        { messageType: { ...text, enum: ['error', 'success', 'debug'] }, includeImage: { ...flag, default: false } },
        ['messageType'],
        draft7,
      ),
      getResourceReference: object({ resourceId: { ...number, minimum: 1, maximum: 100 } }, ['resourceId'], draft7),
      printEnv: object({}, [], draft7),
    },
  },
]
