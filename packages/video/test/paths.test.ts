import { createTestContext } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { arkVideo, azureVideoJobs, gatewayVideo, geminiVeo, openaiVideos, vertexVeo, type VideoUpstream } from '../src/index.ts'

const { context } = createTestContext()
/** Half of a surrogate pair, which JSON may hold and a URL cannot. */
const half = 'm\ud83d'
const instead = 'm%EF%BF%BD'

describe('half a character in a name is what cannot be read in a path, and no error', () => {
  test.each<[string, VideoUpstream, string]>([
    [geminiVeo.format, geminiVeo, `/v1beta/models/${instead}:predictLongRunning`],
    [vertexVeo.format, vertexVeo, `/v1beta/models/${instead}:predictLongRunning`],
  ])('of a model, at %s', (_format, upstream, path) => {
    expect(upstream.encodeSubmit({ model: half, prompt: 'x' }, context).path).toBe(path)
  })

  test.each<[string, VideoUpstream, string]>([
    [arkVideo.format, arkVideo, `/v1/contents/generations/tasks/${instead}`],
    [azureVideoJobs.format, azureVideoJobs, `/v1/video/generations/jobs/${instead}`],
    [gatewayVideo.format, gatewayVideo, `/v1/video/generations/${instead}`],
    [geminiVeo.format, geminiVeo, `/v1beta/${instead}`],
    [openaiVideos.format, openaiVideos, `/v1/videos/${instead}`],
    [vertexVeo.format, vertexVeo, `/v1beta/models/${instead}:fetchPredictOperation`],
  ])('of an operation, at %s', (_format, upstream, path) => {
    expect(upstream.poll(half, half, context).path).toBe(path)
  })

  test('of a video to go on from', () => {
    const inputs = [{ role: 'source-task', task: half }] as const
    const dialect = { remix: 'remix' }
    expect(openaiVideos.encodeSubmit({ model: 'm', prompt: 'x', inputs }, { ...context, dialect }).path).toBe(`/v1/videos/${instead}/remix`)
  })

  test('of a video that was made', () => {
    const made = (upstream: VideoUpstream, body: unknown) => upstream.decodePoll({ status: 200, headers: {}, body }, context)
    const path = (at: string) => ({ state: 'succeeded', videos: [{ type: 'path', path: at }] })
    expect(made(openaiVideos, { id: half, status: 'completed' })).toMatchObject(path(`/v1/videos/${instead}/content`))
    expect(made(azureVideoJobs, { id: 'j', status: 'succeeded', generations: [{ id: half }] })).toMatchObject(
      path(`/v1/video/generations/${instead}/content/video`),
    )
  })
})

test('the name of a collection is no part of a model', () => {
  expect(geminiVeo.encodeSubmit({ model: 'models/veo-3.1', prompt: 'x' }).path).toBe('/v1beta/models/veo-3.1:predictLongRunning')
})
