// The part of the domain that `loadSmoke` loads on demand.
export { openAnonymiser } from "./smoke/anonymous.ts";
export { cardPageStep } from "./smoke/page-step.ts";
export { paypalSteps } from "./smoke/paypal-steps.ts";
export { runSmokeSteps } from "./smoke/run.ts";
export { stripeSteps } from "./smoke/stripe-steps.ts";
