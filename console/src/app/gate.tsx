import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Route, Router, Switch, useLocation } from "wouter";
import { showLanguageOf } from "../lib/language.ts";
import { MeContext, meQuery, takeMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { Plain } from "../ui/plain.tsx";
import { BASE } from "./first-view.ts";
import { Frame } from "./frame.tsx";

const SignInScreen = lazy(() =>
  import("../screens/sign-in.tsx").then(({ SignInScreen }) => ({ default: SignInScreen })),
);
const WelcomeScreen = lazy(() =>
  import("../screens/welcome.tsx").then(({ WelcomeScreen }) => ({ default: WelcomeScreen })),
);

/** Lets in who is signed in; everyone else sees the sign-in at the same address, so that the address is kept. */
export function Gate() {
  return (
    <Router base={BASE}>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/welcome">
            <Welcome />
          </Route>
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Suspense>
    </Router>
  );
}

function Welcome() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <WelcomeScreen
      joined={async (me) => {
        await showLanguageOf(me);
        navigate("/", { replace: true });
        await takeMe(client, me);
      }}
    />
  );
}

function SignedIn() {
  const { data: me, error, isPending, refetch } = useQuery(meQuery);
  if (me === undefined && isPending) return null;
  if (error && !me)
    return (
      <Plain title={t("error.title")}>
        <p>{sentenceOf(error)}</p>
        <Button onClick={() => void refetch()}>{t("error.again")}</Button>
      </Plain>
    );
  if (!me) return <SignInScreen />;
  return (
    <MeContext value={me}>
      <Frame />
    </MeContext>
  );
}
