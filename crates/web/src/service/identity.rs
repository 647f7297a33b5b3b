//! Visitors who use several browsers: a private link passes everything on, and other browsers can
//! be signed out.

use super::devices::Link;
use crate::app::AppState;
use crate::game::LINK_LIFETIME;
use crate::http::{Purpose, Requester};
use crate::ids::{Token, Visitor};
use crate::problem::Problem;
use crate::store::IdentityLink;
use cairn_app::Millis;

impl AppState {
    /// Creates a private link that brings the requester's games to another browser, in place of any
    /// earlier one.
    pub(crate) async fn create_identity_link(&self, by: &Requester) -> Result<Link, Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Claim)?;
        let (token, now) = (Token::random(), self.time.now());
        let link = IdentityLink {
            hash: token.identity_hash(),
            owner,
            sealed: by.visitor.seal(&token),
            expires: now + LINK_LIFETIME,
        };
        self.store.set_identity_link(&link, now).await?;
        let token = token.reveal().to_owned();
        Ok(Link { path: format!("/me/link#{token}"), token, expires: link.expires })
    }

    /// Returns the time at which the requester's open link expires.
    pub(crate) async fn identity_link(&self, by: &Requester) -> Result<Option<Millis>, Problem> {
        match by.owner() {
            Ok(owner) => Ok(self.store.identity_link(&owner, self.time.now()).await?),
            Err(_) => Ok(None),
        }
    }

    /// Makes the requester's open link invalid.
    pub(crate) async fn revoke_identity_link(&self, by: &Requester) -> Result<(), Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Claim)?;
        Ok(self.store.remove_identity_link(&owner, self.time.now()).await?)
    }

    /// Returns the visitor to whom a private link belongs. The requester's browser is that
    /// visitor's from now on, and so are its games.
    pub(crate) async fn claim_identity(
        &self,
        link: &str,
        by: &Requester,
    ) -> Result<Visitor, Problem> {
        self.limits.take(by.network, Purpose::Claim)?;
        let invalid = || {
            Problem::forbidden("bad_link", "This private link is invalid.")
                .hint("It works once, within an hour. Create a new one on the other device.")
        };
        // The whole link may have been pasted.
        let token = link.rsplit('#').next().unwrap_or_default().trim();
        let token = Token::read(token).ok_or_else(invalid)?;
        let sealed = self.store.take_identity_link(&token.identity_hash(), self.time.now()).await?;
        let visitor = sealed.and_then(|sealed| Visitor::unseal(&sealed, &token));
        let visitor = visitor.ok_or_else(invalid)?;
        if !by.is_new && by.visitor.hash() != visitor.hash() {
            self.replace_keys(&by.visitor, &visitor, true).await?;
        }
        Ok(visitor)
    }

    /// Signs out all other browsers of the requester, and returns the visitor that this one is
    /// from now on. Feed, notifications and open links end with the former.
    pub(crate) async fn sign_out_others(&self, by: &Requester) -> Result<Visitor, Problem> {
        let owner = by.owner()?;
        self.limits.take(by.network, Purpose::Claim)?;
        let visitor = Visitor::random();
        self.store.remove_identity_link(&owner, self.time.now()).await?;
        self.replace_keys(&by.visitor, &visitor, false).await?;
        Ok(visitor)
    }

    /// Gives all seats of one visitor to another, and the browsers that are notified of turns if
    /// `keeps_browsers`.
    async fn replace_keys(
        &self,
        from: &Visitor,
        to: &Visitor,
        keeps_browsers: bool,
    ) -> Result<(), Problem> {
        let changed = self.store.replace_keys(&from.hash(), &to.hash(), keeps_browsers).await?;
        for (game, revision) in changed {
            self.hub.changed(&game, revision);
        }
        Ok(())
    }
}
