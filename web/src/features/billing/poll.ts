import { isOpenOrder, type OrderState } from "@cliffhanger/contract/order-states";

const firstDelays = [1, 2, 3, 5] as const;
const laterDelay = 8;
/** The page stops polling after this time. */
const timeoutSeconds = 120;

/**
 * Returns the seconds until an open order is polled again (R27): 1, 2, 3, 5, 8, 8 …; null after two minutes.
 * @param polls how often it was polled before
 */
export function pollDelay(polls: number): number | null {
  const delay = (poll: number) => firstDelays[poll] ?? laterDelay;
  let waited = 0;
  for (let poll = 0; poll < polls; poll += 1) waited += delay(poll);
  return waited + delay(polls) > timeoutSeconds ? null : delay(polls);
}

/** Returns the seconds until the next poll of an order; null where no change is expected. */
export function nextPollDelay(state: OrderState | undefined, polls: number): number | null {
  return state === undefined || isOpenOrder(state) ? pollDelay(polls) : null;
}
