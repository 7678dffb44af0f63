import { flag, list, number, object, text, whole } from './mcp-server.ts'
import type { McpServer } from './mcp-server.ts'

const tree = { $ref: '#/definitions/node' } as const

/** Servers whose schemas are legal but odd, or of an old draft. */
export const oddServers: readonly McpServer[] = [
  {
    server: 'design',
    tools: {
      get_node: {
        type: 'object',
        definitions: { node: object({ id: text, children: list(tree) }, ['id']) },
        properties: { root: tree },
        required: ['root'],
      },
      set_fill: {
        oneOf: [
          object({ nodeId: text, color: object({ r: number, g: number, b: number }) }, ['nodeId', 'color']),
          object({ nodeId: text, imageHash: text }, ['nodeId', 'imageHash']),
        ],
      },
    },
  },
  {
    server: 'maps',
    tools: {
      maps_distance: object({ origins: list(text), destinations: list(text), mode: { type: 'string', enum: ['driving', 'walking'] } }, [
        'origins',
        'destinations',
      ]),
      maps_bounds: object({ bbox: { type: 'array', items: [number, number, number, number], minItems: 4, maxItems: 4 } }, ['bbox']),
      maps_point: object({ at: { type: 'array', prefixItems: [number, number], items: false } }, ['at']),
    },
  },
  {
    server: 'weather',
    tools: {
      'get-alerts': object({ state: { ...text, minLength: 2, maxLength: 2 } }, ['state']),
      'get-forecast': object(
        { latitude: { ...number, minimum: -90, maximum: 90 }, longitude: { ...number, minimum: -180, maximum: 180 } },
        ['latitude', 'longitude'],
      ),
    },
  },
  {
    server: 'house',
    tools: {
      HassTurnOn: object({
        name: text,
        area: text,
        device_class: list({ type: 'string', enum: ['blind', 'door'] }),
        brightness: { type: 'integer', minimum: 0, maximum: 100 },
      }),
      HassSetPosition: { type: 'object', allOf: [object({ name: text }), object({ position: whole }, ['position'])] },
      'todo.add_item': object({ item: text, due: { oneOf: [{ ...text, format: 'date' }, { type: 'null' }] } }, ['item']),
      '1_scene': {},
    },
  },
  {
    server: 'search',
    tools: {
      brave_web_search: object(
        {
          query: { ...text, maxLength: 400 },
          count: { ...number, default: 10 },
          result_filter: { type: 'array', items: { enum: ['web', 'news', null] } },
        },
        ['query'],
      ),
      tavily_extract: object({ urls: list(text), extract_depth: { enum: ['basic', 'advanced'], default: 'basic' } }, ['urls']),
      perplexity_ask: object({ messages: list(object({ role: text, content: text }, ['role', 'content'])) }, ['messages']),
    },
  },
  {
    server: 'documents',
    tools: {
      'resolve-library-id': object({ libraryName: text }, ['libraryName'], { additionalProperties: false }),
      'get-library-docs': object({ context7CompatibleLibraryID: text, topic: text, tokens: { ...number, default: 5000 } }, [
        'context7CompatibleLibraryID',
      ]),
    },
  },
  {
    server: 'flows of an old draft',
    tools: {
      run_workflow: {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'run',
        type: 'object',
        properties: {
          id: text,
          retries: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          inputs: { type: 'object', patternProperties: { '^in_': {} } },
        },
        required: ['id'],
      },
      either: { type: 'object', properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
      when: {
        type: 'object',
        properties: { kind: { enum: ['once', 'daily'] }, at: text },
        if: { properties: { kind: { const: 'once' } } },
        then: { required: ['at'] },
        dependentRequired: { at: ['kind'] },
      },
    },
  },
  {
    server: 'automation',
    tools: {
      'zapier:gmail_send_email': object(
        { instructions: text, to: { anyOf: [text, list(text)] }, 'cc-list': { type: 'array' }, ünïcode: text, 'with space': flag },
        ['instructions'],
      ),
      'composio/EXECUTE': object({ thought: text, arguments: { type: 'object', additionalProperties: true } }, ['arguments']),
    },
  },
  {
    server: 'nothing said',
    tools: {
      ping: { type: 'object' },
      pong: {},
      any: { type: ['object', 'null'], properties: { level: { enum: [1, 2, 3] }, constructor: text } },
    },
  },
  {
    server: 'notebooks',
    tools: {
      insert_cell: object({ index: { type: ['integer', 'null'] }, source: { anyOf: [text, list(text)] }, cell_type: { const: 'code' } }, [
        'source',
      ]),
      run: object({ timeout: { type: 'number', multipleOf: 0.5 }, kernel: { ...text, format: 'uuid' } }),
    },
  },
]
