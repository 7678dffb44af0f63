import { expect, test } from 'vitest'
import { type Edit, editText, undoEdits } from '../../src/cli/setup/edits/edit.ts'
import { type SyntaxName, syntaxes } from '../../src/cli/setup/edits/syntaxes.ts'

interface Row {
  readonly name: string
  readonly syntax: SyntaxName
  readonly before: string
  readonly edits: readonly Edit[]
  readonly after: string
}

const provider = { name: 'gw', url: 'http://gw' }

const rows: readonly Row[] = [
  {
    name: 'JSON keeps comments, indentation by tabs and a comma at the end',
    syntax: 'json',
    before: '{\n\t// mine\n\t"a": { "b": 1 }, // tail\n}\n',
    edits: [{ path: ['a', 'c'], value: 'x' }],
    after: '{\n\t// mine\n\t"a": {\n\t\t"b": 1,\n\t\t"c": "x"\n\t}, // tail\n}\n',
  },
  {
    name: 'JSON has an item of a list replaced by its name, and others left',
    syntax: 'json',
    before: '{\n  "list": [\n    { "name": "other" },\n    { "name": "gw", "old": true }\n  ]\n}\n',
    edits: [{ list: ['list'], by: 'name', item: provider }],
    after: '{\n  "list": [\n    { "name": "other" },\n    {\n      "name": "gw",\n      "url": "http://gw"\n    }\n  ]\n}\n',
  },
  { name: 'an empty JSON file', syntax: 'json', before: '', edits: [{ path: ['a'], value: 1 }], after: '{\n  "a": 1\n}\n' },
  {
    name: 'TOML has a value replaced before its comment, and a new table at the end',
    syntax: 'toml',
    before: '# mine\nmodel = "gpt-5" # usual\n\n[mcp.x]\ncommand = "npx"\n',
    edits: [
      { path: ['model'], value: 'demo' },
      { path: ['model_provider'], value: 'gw' },
      { path: ['providers', 'gw'], value: provider },
    ],
    after:
      '# mine\nmodel = "demo" # usual\nmodel_provider = "gw"\n\n[mcp.x]\ncommand = "npx"\n\n[providers.gw]\nname = "gw"\nurl = "http://gw"\n',
  },
  {
    name: 'TOML has a table added to a list of tables',
    syntax: 'toml',
    before: '[[providers]]\nname = "other"\n\n[end]\na = 1\n',
    edits: [{ list: ['providers'], by: 'name', item: provider }],
    after: '[[providers]]\nname = "other"\n\n[end]\na = 1\n\n[[providers]]\nname = "gw"\nurl = "http://gw"\n',
  },
  {
    name: 'TOML with a table within a line is changed within that line',
    syntax: 'toml',
    before: 'providers = { other = { name = "other" } }\n',
    edits: [{ path: ['providers', 'gw'], value: provider }],
    after: 'providers = { other = { name = "other" }, gw = { name = "gw", url = "http://gw" } }\n',
  },
  {
    name: 'YAML keeps comments and lists that are not indented',
    syntax: 'yaml',
    before: '# mine\ndark: true # always\nread:\n- notes.md\n',
    edits: [
      { path: ['model'], value: 'demo' },
      { list: ['models'], by: 'name', item: provider },
    ],
    after: '# mine\ndark: true # always\nread:\n- notes.md\nmodel: demo\nmodels:\n- name: gw\n  url: http://gw\n',
  },
  {
    name: 'YAML with a key without a value',
    syntax: 'yaml',
    before: 'model:\nother: 1\n',
    edits: [{ path: ['model', 'default'], value: 'demo' }],
    after: 'model:\n  default: demo\nother: 1\n',
  },
  {
    name: 'a YAML list at the top',
    syntax: 'yaml-list',
    before: '# mine\n- name: other\n',
    edits: [{ list: ['list'], by: 'name', item: provider }],
    after: '# mine\n- name: other\n- name: gw\n  url: http://gw\n',
  },
  {
    name: 'lines of variables',
    syntax: 'environment',
    before: "# mine\nexport A='x y'\nB=1\n",
    edits: [
      { path: ['A'], value: 'z' },
      { path: ['KEY'], value: 'il-1' },
    ],
    after: '# mine\nexport A=z\nB=1\nKEY=il-1\n',
  },
  {
    name: 'values that a shell would read in another way are quoted',
    syntax: 'shell',
    before: '',
    edits: [{ path: ['MODEL'], value: 'a model (new)' }],
    after: "export MODEL='a model (new)'\n",
  },
]

test.each(rows)('$name', ({ syntax, before, edits, after }) => {
  expect(editText(syntaxes[syntax], before, edits)).toBe(after)
  // A second time nothing is left to do.
  expect(editText(syntaxes[syntax], after, edits)).toBe(after)
})

test.each(rows)('$name, taken back after a change by somebody else', ({ syntax, before, edits, after }) => {
  const kind = syntaxes[syntax]
  const theirs: Edit =
    syntax === 'yaml-list' ? { list: ['list'], by: 'name', item: { name: 'theirs' } } : { path: ['THEIRS'], value: 'kept' }
  const now = editText(kind, after, [theirs])
  const wanted = editText(kind, before, [theirs])
  expect(kind.parse(undoEdits(kind, before, now, edits))).toEqual(kind.parse(wanted))
})

test.each(rows.filter(({ before }) => before !== ''))('$name, with line ends of Windows', ({ syntax, before, edits, after }) => {
  const windows = (text: string): string => text.replaceAll('\n', '\r\n')
  expect(editText(syntaxes[syntax], windows(before), edits)).toBe(windows(after))
})

test('a value that somebody changed after the set-up stays', () => {
  const edits: readonly Edit[] = [{ path: ['model'], value: 'demo' }]
  expect(undoEdits(syntaxes.json, '{"model":"old"}', '{"model":"theirs"}', edits)).toBe('{"model":"theirs"}')
})

test.each<readonly [SyntaxName, string, string]>([
  ['json', '{"a": }', 'is no JSON: ValueExpected in line 1'],
  ['json', '[1]', 'is no JSON object'],
  ['toml', 'a = \n', 'is no TOML'],
  ['yaml', 'a: [1\nb: 2\n', 'is no YAML: line 2'],
  ['yaml', '- 1\n', 'is no YAML object'],
  ['yaml-list', 'a: 1\n', 'is no YAML list'],
])('a malformed %s file is left alone: %j', (syntax, text, message) => {
  expect(() => editText(syntaxes[syntax], text, [{ path: ['x'], value: '1' }])).toThrow(message)
})

test('a key that is no object is not overwritten by one', () => {
  expect(() => editText(syntaxes.json, '{"env": 5}', [{ path: ['env', 'A'], value: '1' }])).toThrow('has env, which is no object')
  expect(() => editText(syntaxes.toml, 'models = 5\n', [{ list: ['models'], by: 'name', item: provider }])).toThrow(
    'has models, which is no list',
  )
})
