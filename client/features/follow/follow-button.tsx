/** Follows or unfollows a trader. A visitor is asked to sign in first; the follow is then sent. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { Button } from "#client/ui/button.tsx";
import { focusToHeading } from "#client/ui/focus.ts";
import { Icon } from "#client/ui/icon.tsx";
import type { Trader } from "#shared/contracts/traders.ts";
import { useOfferPush } from "#client/features/push/use-offer-push.ts";
import { useFollows } from "./use-follows.ts";

export interface FollowButtonProps {
  readonly trader: Trader;
  /** Shows a star in place of the word, for rows of a list. */
  readonly isIcon?: boolean;
}

/** Must be rendered inside a `PageData`. */
export function FollowButton({ trader, isIcon = false }: FollowButtonProps) {
  const { t } = useTranslation("live");
  const { session, state } = useSession();
  const { traders, setFollowed } = useFollows();
  // Until the followed traders are loaded, the button says "Follow" and follows.
  const isFollowed = traders?.some(({ handle }) => handle === trader.handle) ?? false;
  const isMember = isAuthenticated(state);
  const offerPush = useOfferPush();
  async function change(isWanted: boolean): Promise<void> {
    await setFollowed(trader, isWanted);
    // A failure of the offer does not matter for the follow.
    if (isWanted) offerPush().catch(() => {});
  }
  const { isBusy, run } = useAction(change, {
    too_many_follows: t("follow.tooMany"),
    trader_retired: t("follow.retired"),
    not_found: t("follow.gone"),
  });
  const askSignIn = useAfterSignIn(() => run(true));

  // A retired trader cannot be followed, as the pages explain; a follower can still unfollow.
  if (trader.retired_at !== null && !isFollowed) return null;
  const word = t(isFollowed ? "follow.unfollow" : "follow.follow");
  const button = (
    <Button
      look={isFollowed || isIcon ? "quiet" : "plain"}
      className={`needs-script${isIcon ? " button--icon" : ""}${isIcon && isFollowed ? " button--on" : ""}`}
      title={isIcon ? word : undefined}
      isBusy={isBusy}
      onClick={() => (isMember ? run(!isFollowed) : askSignIn(() => session.openAuthModal(trader.name)))}
    >
      {isIcon ? <Icon name="star" /> : null}
      <span className={isIcon ? "visually-hidden" : undefined}>{word}</span>
      <span className="visually-hidden">{trader.name}</span>
    </Button>
  );
  // The button of a retired trader disappears when it is pressed, so it passes the focus on.
  return trader.retired_at === null ? button : <span ref={focusToHeading}>{button}</span>;
}

/**
 * Remembers the visitor's action while the sign-in dialog is open, and runs it after the sign-in; closing the dialog without
 * signing in discards it.
 */
function useAfterSignIn(act: () => void): (openDialog: () => void) => void {
  const { phase, authModalVisible } = useSession().state;
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || phase === "unknown") return;
    if (phase === "signed-in") act();
    if (phase === "signed-in" || !authModalVisible) isWanted.current = false;
  }, [phase, authModalVisible, act]);
  return (openDialog) => {
    isWanted.current = true;
    openDialog();
  };
}
