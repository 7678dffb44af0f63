import { openaiVideos } from '@interlingua/video'
import type { Formats } from '../../create-formats.ts'
import type { Endpoint } from '../../endpoint.ts'
import { deleteVideo } from './delete-video.ts'
import { listVideos } from './list-videos.ts'
import { createVideo, remixVideo, retrieveVideo } from './serve-videos.ts'
import { serveVideoContent } from './serve-video-content.ts'

/** The tasks of videos as OpenAI's clients ask for them. https://platform.openai.com/docs/api-reference/videos */
export function openaiVideoEndpoints(formats: Formats): readonly Endpoint[] {
  const videos = { edge: formats.ofVendor('openai'), dialect: openaiVideos.format, access: 'key', metered: false } as const
  const asked = { ...videos, operation: 'video-query' } as const
  return [
    { ...videos, method: 'POST', path: '/v1/videos', operation: 'video', metered: true, serve: createVideo },
    { ...asked, method: 'GET', path: '/v1/videos', serve: listVideos },
    { ...asked, method: 'GET', path: '/v1/videos/{video_id}', serve: retrieveVideo },
    { ...asked, method: 'DELETE', path: '/v1/videos/{video_id}', serve: deleteVideo },
    { ...videos, method: 'GET', path: '/v1/videos/{video_id}/content', operation: 'video-download', serve: serveVideoContent },
    { ...videos, method: 'POST', path: '/v1/videos/{video_id}/remix', operation: 'video', metered: true, serve: remixVideo },
  ]
}
