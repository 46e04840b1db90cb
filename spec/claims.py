# SPDX-License-Identifier: Apache-2.0
"""Claims to another Player's side spot or declined Insurance [mbs 3.17.2, 3.27.4]: who comes first, and
what equal claims mean. mbs.py has the clauses."""
from record import Fault, Refused


class Claim:
    def __init__(self, who, area, owner, kind):
        self.who, self.area, self.owner, self.kind = who, area, owner, kind
        self.answer = None  # in a tie: who shall have it, or "nobody"

    def spot(self):
        return self.area, self.owner, self.kind


class Claims:
    def begin_claims(self):
        self.claims = []  # in the order in which they were made
        self.agreement = False  # the Players are asked for one

    def claims_to(self, spot):
        return [claim for claim in self.claims if claim.spot() == spot]

    def do_claim(self, who, words):
        place, kind = words
        area, _, owner = place.partition("/")
        area = int(area)
        if kind not in self.document.sides + ("insurance",) or area > self.headers.areas:
            raise Refused([()])
        spot = (area, owner, kind)
        grounds = list(self.law.against_claim(self, who, spot))
        if self.is_absent(who, area):
            grounds.append(("5.22",))
        if self.asked and self.phase == "dealing":
            grounds.append(())  # what staff are asked about comes first
        if any(claim.who == who for claim in self.claims_to(spot)):
            grounds.append(())
        if any(s.who == who and s.kind == kind and s.area == area and (s.owner or "") == owner for s in self.stakes):
            grounds.append(())
        self.against(grounds)
        self.claims.append(Claim(who, *spot))
        return ()

    def ranked(self, spot, also=None):
        """The claimants in groups, the first served first; those of one group are equal. `also` is somebody
        who has perhaps not claimed it."""
        speakers = [claim.who for claim in self.claims_to(spot)]
        speakers += [also] if also and also not in speakers else []
        groups, places = [], {}
        for who in speakers:
            rung, distance, side, position = self.law.rung(self, who, spot, speakers.index(who))
            places.setdefault((rung, distance), {}).setdefault(side, []).append((position, who))
        for key in sorted(places):
            sides = [[who for _, who in sorted(there)] for _, there in sorted(places[key].items())]
            if len(sides) == 1:
                groups += [[who] for who in sides[0]]
            else:
                groups += self.merged(spot, *sides)
        return groups

    def merged(self, spot, left, right):
        """Equally far on both sides: of the two foremost the one with the smaller total goes first, or the
        one whom the others let; equal ones go together [AMB-56]."""
        groups = []
        while left and right:
            one, other = ((self.law.claim_total(self, who, spot), not self.let_by_all(who, spot))
                          for who in (left[0], right[0]))
            if one == other:
                groups.append([left.pop(0), right.pop(0)])
            else:
                groups.append([(left if one < other else right).pop(0)])
        return groups + [[who] for who in left + right]

    def let_by_all(self, who, spot):
        """Everybody else who claims it and has answered lets them have it."""
        answers = [claim.answer for claim in self.claims_to(spot) if claim.who != who and claim.answer]
        return bool(answers) and all(answer == who for answer in answers)

    def tie(self, spot):
        """Who has equal claims, who of them has not answered yet, and can they no longer agree?"""
        equal = [who for group in self.ranked(spot) if len(group) > 1 for who in group]
        answers = {claim.who: claim.answer for claim in self.claims_to(spot) if claim.who in equal}
        silent = [who for who in answers if not answers[who]]
        return equal, silent, bool(equal) and (not silent or "nobody" in answers.values())

    def against_others(self, who, spot, most):
        """What the claims of others mean for a wager on this spot."""
        equal, _, deadlock = self.tie(spot)
        groups = self.ranked(spot, who)
        own = next(n for n, group in enumerate(groups) if who in group)
        if deadlock or any(other in equal for group in groups[: own + 1] for other in group):
            yield (self.law.CLAIM_TIE[spot[2] == "insurance"],)
        before = sum(len(group) for group in groups[:own])
        taken = sum(1 for s in self.stakes if (s.area, s.owner or "", s.kind) == spot)
        if most and before and taken + before >= most:
            yield (self.law.CLAIM[spot[2] == "insurance"],)

    def served(self, who, spot):
        self.claims = [claim for claim in self.claims if claim.who != who or claim.spot() != spot]

    def open_tie(self):
        for claim in self.claims:
            equal, silent, _ = self.tie(claim.spot())
            if silent:
                return claim.spot(), equal, silent
        return None

    def see_claims(self):
        """Claims end with the time for the wager. An agreement is asked for as long as a tie is unanswered."""
        if self.claims:
            self.claims = [claim for claim in self.claims if (
                self.phase == "dealing" and self.window == "insurance" if claim.kind == "insurance"
                else self.phase == "betting")]
        if not self.claims or self.asked:  # who was asked before staff were is asked again after it
            self.agreement = False
            return
        tie = self.open_tie()
        if tie and not self.agreement:
            self.tell("asked", "agreement")
            self.agreement = True
        elif not tie:
            self.agreement = False

    def answer(self, who, other):
        found = self.open_tie()
        if (who, None) in self.absent or not found or who not in found[2] or (other != "nobody" and other not in found[1]):
            raise Refused([()])
        for claim in self.claims_to(found[0]):
            if claim.who == who:
                claim.answer = other
        return ()

    def do_agree(self, who, words):
        if not words:
            raise Fault("with whom?")
        return self.answer(who, words[0])

    def do_disagree(self, who, words):
        return self.answer(who, "nobody")
