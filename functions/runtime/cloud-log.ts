/** The log of the cloud's functions: lines of JSON that Lambda takes as they are, with a level that it knows. */
import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger'
import type { Context } from 'aws-lambda'
import { logLine } from './log-line.ts'
import type { LogSink } from './steps/log.ts'

/** Names as in the file on one machine, and what only a function knows. */
class Formatter extends LogFormatter {
  override formatAttributes(
    attributes: Parameters<LogFormatter['formatAttributes']>[0],
    more: Parameters<LogFormatter['formatAttributes']>[1],
  ): LogItem {
    const { logLevel, message, timestamp, lambdaContext, xRayTraceId } = attributes
    return new LogItem({
      attributes: {
        level: logLevel,
        message,
        timestamp: timestamp.toISOString(),
        ...(lambdaContext && {
          function: lambdaContext.functionName,
          functionRequestId: lambdaContext.awsRequestId,
          coldStart: lambdaContext.coldStart,
        }),
        ...(xRayTraceId && { trace: xRayTraceId }),
      },
    }).addAttributes(more)
  }
}

const logger = new Logger({ logFormatter: new Formatter() })

export const cloudLog: LogSink = (line) => {
  const { level, message, fields } = logLine(line)
  logger[level](message, fields)
}

/** Says which invocation the lines from now on belong to. */
export function startInvocation(context: Partial<Context> | undefined): void {
  if (context?.awsRequestId) logger.addContext(context as Context)
}
