import type { IConstruct } from 'constructs'

/** Context that builds the stacks without bundles and site, for tests and for looking at the templates. */
export const stubContext = 'inputlist:stub'
export const isStub = (scope: IConstruct): boolean => Boolean(scope.node.tryGetContext(stubContext))
