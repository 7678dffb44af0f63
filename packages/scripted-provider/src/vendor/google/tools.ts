import { isJsonObject } from '@interlingua/core'
import { checkTools } from '../../contents/check-tools.ts'
import { list, object, objects, says } from '../read/json.ts'
import { schemasIn, typesOf } from '../read/schemas.ts'
import { encodeSnake } from '../read/format-path.ts'
import { ownTools } from '../read/tools.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { geminiOf } from './gemini.ts'
import { issueOf, readBody } from './read-body.ts'

const functions = 'https://ai.google.dev/gemini-api/docs/function-calling'

/** The rules about functions, schemas and other tools for Gemini. */
export const toolRules: readonly VendorRule[] = [
  {
    id: 'G16',
    confidence: 'H',
    source: functions,
    holds: () => true,
    *issues(asked) {
      for (const { name, nameAt } of ownTools(asked))
        if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name))
          yield {
            path: nameAt,
            message: `* GenerateContentRequest.${encodeSnake(nameAt)}: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
          }
    },
  },
  {
    id: 'G19',
    confidence: 'H',
    source: 'directus/directus#27100, elastic/kibana#286302',
    holds: () => true,
    *issues(asked) {
      for (const { tool, at: toolAt } of ownTools(asked))
        for (const { at, schema } of schemasIn(tool['parameters'], `${toolAt}/parameters`)) {
          if (!says(schema['enum'])) continue
          const [type] = typesOf(schema)
          if (type !== undefined && type !== 'string')
            yield { path: `${at}/enum`, message: `* GenerateContentRequest.${encodeSnake(at)}.enum: only allowed for STRING type\n` }
          const empty = list(schema['enum']).indexOf('')
          if (empty !== -1)
            yield { path: `${at}/enum/${empty}`, message: `* GenerateContentRequest.${encodeSnake(at)}.enum[${empty}]: cannot be empty\n` }
        }
    },
  },
  {
    id: 'G19-json',
    confidence: 'L',
    source: 'decolua/9router#359: whether JSON schemas are read as strictly is not known',
    holds: (asked) => (geminiOf(asked)?.version ?? 0) >= 3,
    *issues(asked) {
      for (const { tool, at: toolAt } of ownTools(asked))
        for (const { at, schema } of schemasIn(tool['parametersJsonSchema'], `${toolAt}/parametersJsonSchema`))
          if (list(schema['enum']).some((value) => typeof value !== 'string'))
            yield { path: `${at}/enum`, message: `* GenerateContentRequest.${encodeSnake(at)}.enum: only allowed for STRING type\n` }
    },
  },
  {
    id: 'G20',
    confidence: 'H',
    source: functions,
    holds: () => true,
    *issues(asked) {
      for (const { tool, at: toolAt } of ownTools(asked))
        for (const { at, schema } of schemasIn(tool['parameters'], `${toolAt}/parameters`)) {
          const place = `* GenerateContentRequest.${encodeSnake(at)}`
          const [type] = typesOf(schema)
          const properties = object(schema['properties'])
          if (
            type === 'object' &&
            Object.keys(properties).length === 0 &&
            asked.vendor !== 'vertex' &&
            (geminiOf(asked)?.version ?? 3) >= 3
          )
            yield { path: at, message: `${place}.properties: should be non-empty for OBJECT type\n` }
          if (type === 'array' && !says(schema['items'])) yield { path: at, message: `${place}.items: missing field.\n` }
          for (const [i, name] of list(schema['required']).entries())
            if (typeof name === 'string' && !Object.hasOwn(properties, name))
              yield { path: `${at}/required/${i}`, message: `${place}.required[${i}]: property is not defined\n` }
        }
    },
  },
  {
    id: 'G23',
    confidence: 'H',
    source: functions,
    holds: () => true,
    *issues(asked) {
      const { body } = asked
      const declared = ownTools(asked).length > 0
      const hosted = objects(body['tools']).find(([, tool]) =>
        Object.keys(tool).some((key) => key !== 'functionDeclarations' && says(tool[key])),
      )
      if (!declared || !hosted) return
      const old = (geminiOf(asked)?.version ?? 3) < 3
      if (old || object(body['toolConfig'])['includeServerSideToolInvocations'] !== true)
        yield {
          path: `/tools/${hosted[0]}`,
          message: old
            ? 'Tool use with function calling is unsupported'
            : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
        }
    },
  },
  {
    id: 'G24',
    confidence: 'H',
    source: functions,
    holds: () => true,
    *issues(asked) {
      const { mode, allowedFunctionNames } = object(object(asked.body['toolConfig'])['functionCallingConfig'])
      const at = '/toolConfig/functionCallingConfig' as const
      if (says(mode) && mode !== 'MODE_UNSPECIFIED' && mode !== 'NONE' && ownTools(asked).length === 0)
        yield { path: at, message: 'Function calling config is set without function_declarations.' }
      if (list(allowedFunctionNames).length > 0 && mode !== 'ANY' && mode !== 'VALIDATED')
        yield {
          path: `${at}/allowedFunctionNames`,
          message: 'allowed_function_names should only be set when function calling mode is ANY or VALIDATED.',
        }
    },
  },
  {
    id: 'G18',
    confidence: 'H',
    source: 'https://ai.google.dev/gemini-api/docs/structured-output',
    holds: () => true,
    *issues(asked) {
      for (const { tool, at } of ownTools(asked))
        if (isJsonObject(tool['parameters']) && isJsonObject(tool['parametersJsonSchema']))
          yield { path: at, message: `${encodeSnake(at)}: parameters and parameters_json_schema are mutually exclusive.` }
      const config = object(asked.body['generationConfig'])
      const json = config['responseJsonSchema'] ?? config['ResponseJsonSchema']
      if (says(config['responseSchema']) && says(json))
        yield { path: '/generationConfig/responseSchema', message: 'response_schema and response_json_schema are mutually exclusive.' }
      const mime = config['responseMimeType'] ?? 'text/plain'
      if ((says(config['responseSchema']) || says(json)) && mime === 'text/plain')
        yield {
          path: '/generationConfig/responseMimeType',
          message: 'A response schema is only supported with the response mime types application/json and text/x.enum.',
        }
    },
  },
  {
    id: 'G-tools',
    confidence: 'H',
    source: 'the demo of this format: names there twice, references without a target',
    holds: () => true,
    *issues(asked: Judged): Generator<Issue> {
      const read = readBody(asked)
      const failure = 'body' in read ? checkTools(read.body, asked.model.id) : undefined
      if (
        failure &&
        !/should be non-empty for OBJECT|Invalid function name|mutually exclusive|Built-in|without function_declarations|should only be set/.test(
          failure.message,
        )
      )
        yield issueOf(failure)
    },
  },
]
