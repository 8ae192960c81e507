import { isOpenOrder, type OrderState } from "@cliffhanger/contract/order-states";

const first = [1, 2, 3, 5] as const;
const then = 8;
/** Seconds after which the page stops asking by itself. */
const patience = 120;

/** Seconds until an open order is looked at again after so many looks (R27): 1, 2, 3, 5, 8, 8 …; null after two minutes. */
export function pollDelay(looks: number): number | null {
  const delay = (look: number) => first[look] ?? then;
  let waited = 0;
  for (let look = 0; look < looks; look += 1) waited += delay(look);
  return waited + delay(looks) > patience ? null : delay(looks);
}

/** The wait before the next look at an order; null where nothing new is to be expected. */
export function nextLook(state: OrderState | undefined, looks: number): number | null {
  return state === undefined || isOpenOrder(state) ? pollDelay(looks) : null;
}
