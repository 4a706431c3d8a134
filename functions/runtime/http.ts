/** The part of API Gateway's HTTP API event (version 2) and result that the steps need; the embedded gateway makes the same. */
export interface HttpEvent {
  rawPath: string
  rawQueryString: string
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  body?: string
  isBase64Encoded: boolean
  requestContext: { requestId: string; http: { method: string; path: string; sourceIp: string } }
}
export interface HttpResult {
  statusCode: number
  headers: Record<string, string>
  /** Text, or bytes in base64. */
  body: string
  isBase64Encoded?: boolean
}
export type Handler = (event: HttpEvent) => Promise<HttpResult>

export const jsonHeaders = (requestId: string, more: Record<string, string> = {}) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': requestId,
  ...more,
})
